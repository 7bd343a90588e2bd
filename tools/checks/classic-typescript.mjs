/*
 * dependency-cruiser needs the compiler API of TypeScript, which version 7 doesn't have. Preloaded with --import, this
 * module gives it the last version that has one; everything else uses version 7.
 */
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, next) {
    const ours = context.parentURL?.includes('/dependency-cruiser/');
    return next(ours ? specifier.replace(/^typescript(?=$|\/)/, 'typescript-classic') : specifier, context);
  },
});
