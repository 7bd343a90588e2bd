/** The JSON of objects that several responses contain. Entries disappear with their objects. */
const texts = new WeakMap<object, string>();

/**
 * Freezes an object that many responses will contain, and writes its JSON only once. Use it for objects that all viewers
 * see alike.
 */
export function shareJson<T extends object>(value: T): Readonly<T> {
  texts.set(value, JSON.stringify(value));
  return Object.freeze(value);
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null ? texts.get(value) : undefined;

function partToJson(value: unknown): string | undefined {
  if (!Array.isArray(value) || !value.some((item) => textOf(item) !== undefined))
    return JSON.stringify(value);
  return `[${value.map((item) => textOf(item) ?? JSON.stringify(item) ?? 'null').join(',')}]`;
}

/** Returns the JSON of a response. Items of its lists that `shareJson` knows aren't written again. */
export function responseToJson(output: object): string {
  if (Array.isArray(output)) return partToJson(output) ?? '[]';
  const fields: string[] = [];
  for (const [name, value] of Object.entries(output)) {
    const text = partToJson(value);
    if (text !== undefined) fields.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${fields.join(',')}}`;
}
