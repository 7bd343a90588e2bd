/* Compiles messages on first use, for code that runs from its sources. Browser builds use `no-compiler.ts` instead. */
import compile from 'icu-minify/compile';
import type { CompiledMessage } from 'icu-minify/format';

const compiled = new Map<string, CompiledMessage>();

export function compileMessage(message: string): CompiledMessage {
  let result = compiled.get(message);
  if (result === undefined) {
    result = compile(message);
    compiled.set(message, result);
  }
  return result;
}
