/** The part of pg's internals that statements in a pipeline need; its types leave it out. */
declare module 'pg/lib/utils.js' {
  /** Converts a parameter to what is sent: text, bytes or null. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
