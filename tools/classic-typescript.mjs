/*
 * dependency-cruiser reads TypeScript through the compiler's programming interface, which version 7 does not have.
 * Preloaded with --import, this gives it the last version that has one; everything else keeps version 7.
 */
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, next) {
    const ours = context.parentURL?.includes('/dependency-cruiser/');
    return next(ours ? specifier.replace(/^typescript(?=$|\/)/, 'typescript-classic') : specifier, context);
  },
});
