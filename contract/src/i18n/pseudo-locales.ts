/*
 * Two locales without translators, for finding mistakes. `en-XA` shows longer, accented texts: what stays plain isn't in
 * the catalog, and what gets cut has no room for other languages. `en-XZ` marks texts invisibly, so that end-to-end tests
 * can tell texts of the catalog from others.
 */
import type { CompiledMessage } from 'icu-minify/format';
import { addTranslation } from './translate.ts';

/** A zero-width space. Browsers show nothing, and test tools ignore it when they compare texts. */
export const marker = '\u200B';

const accents: Record<string, string> = {
  a: 'å',
  c: 'ç',
  d: 'ð',
  e: 'é',
  g: 'ğ',
  i: 'î',
  l: 'ļ',
  n: 'ñ',
  o: 'ö',
  r: 'ŕ',
  s: 'š',
  t: 'ţ',
  u: 'û',
  w: 'ŵ',
  y: 'ý',
  A: 'Å',
  C: 'Ç',
  D: 'Ð',
  E: 'É',
  G: 'Ğ',
  I: 'Î',
  L: 'Ļ',
  N: 'Ñ',
  O: 'Ö',
  R: 'Ŕ',
  S: 'Š',
  T: 'Ţ',
  U: 'Û',
  W: 'Ŵ',
  Y: 'Ý',
};

type Change = (text: string) => string;

/** Changes each literal text of a compiled message: at the top, inside of tags, and in the branches of plurals. */
function changeTexts(node: unknown, change: Change, isArgument = false): unknown {
  if (typeof node === 'string') return change(node);
  if (Array.isArray(node)) {
    if (!isArgument) return node.map((child) => changeTexts(child, change, Array.isArray(child)));
    // The first item of an argument or tag is its name.
    const [name, ...rest] = node as unknown[];
    return [name, ...rest.map((child) => changeTexts(child, change, Array.isArray(child)))];
  }
  if (typeof node === 'object' && node !== null)
    return Object.fromEntries(
      Object.entries(node).map(([key, branch]) => [key, changeTexts(branch, change)]),
    );
  return node;
}

const accent: Change = (text) => text.replace(/\p{L}/gu, (letter) => accents[letter] ?? letter);
const mark: Change = (text) => (/\p{L}/u.test(text) ? marker + text : text);

/** Makes a third longer: as much room as German or Finnish needs. */
function lengthen(message: unknown): CompiledMessage {
  const size = JSON.stringify(message).length;
  // Not translated: it only takes up room.
  const more = 'one two three four five six seven eight nine ten'.slice(0, Math.ceil(size / 3));
  const parts = Array.isArray(message) ? message : [message];
  return ['[', ...parts, ` ${more}]`] as CompiledMessage;
}

/** Adds both locales. */
export function addPseudoLocales(): void {
  addTranslation('en-XA', (message) => lengthen(changeTexts(message, accent)));
  addTranslation('en-XZ', (message) => changeTexts(message, mark) as CompiledMessage);
}
