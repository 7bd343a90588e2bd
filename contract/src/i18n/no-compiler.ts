import type { CompiledMessage } from 'icu-minify/format';

/** The build has compiled every message that needs it: see `tools/messages/compile-messages.ts`. */
export const compileMessage = (message: string): CompiledMessage => message;
