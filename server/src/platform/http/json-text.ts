/** The JSON of objects that several responses contain, in UTF-8; null before the first. Entries disappear with their objects. */
const texts = new WeakMap<object, Buffer | null>();

/**
 * Freezes an object that many responses will contain, and writes its JSON only once, for the first. Use it for objects that all viewers
 * see alike.
 */
export function shareJson<T extends object>(value: T): Readonly<T> {
  texts.set(value, null);
  return Object.freeze(value);
}

type Part = string | Buffer;

function sharedText(value: unknown): Buffer | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const known = texts.get(value);
  if (known !== null) return known;
  const text = Buffer.from(JSON.stringify(value));
  texts.set(value, text);
  return text;
}

/** Returns the JSON of a field in parts; none if it is left out. */
function partsOf(value: unknown): Part[] {
  const shared = sharedText(value);
  if (shared) return [shared];
  if (!Array.isArray(value) || !value.some((item) => sharedText(item) !== undefined)) {
    const text = JSON.stringify(value);
    return text === undefined ? [] : [text];
  }
  const items = value.flatMap((item, index): Part[] => {
    const part = sharedText(item) ?? JSON.stringify(item) ?? 'null';
    return index === 0 ? [part] : [',', part];
  });
  return ['[', ...items, ']'];
}

/** Joins parts: as text, or in UTF-8 if one of them is, because encoding a long text for each response takes longer than copying it. */
function join(parts: readonly Part[]): string | Buffer {
  const isText = (part: Part): part is string => typeof part === 'string';
  if (parts.every(isText)) return parts.join('');
  const chunks: Buffer[] = [];
  let text = '';
  for (const part of parts) {
    if (isText(part)) {
      text += part;
      continue;
    }
    chunks.push(Buffer.from(text), part);
    text = '';
  }
  return Buffer.concat([...chunks, Buffer.from(text)]);
}

/** Returns the JSON of a response. Fields, and items of its lists, that `shareJson` knows aren't written again. */
export function responseToJson(output: object): string | Buffer {
  if (Array.isArray(output)) return join(partsOf(output));
  const fields = Object.entries(output).flatMap(([name, value]): Part[] => {
    const parts = partsOf(value);
    return parts.length === 0 ? [] : [`,${JSON.stringify(name)}:`, ...parts];
  });
  const [first, ...others] = fields;
  // Each field begins with a comma, which the first one has no use for.
  return join(typeof first === 'string' ? ['{', first.slice(1), ...others, '}'] : ['{}']);
}
