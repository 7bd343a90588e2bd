import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const assets = join('build', 'web', 'client', 'assets');

/** Returns the parts of a selector between separators that aren't in parentheses or brackets. */
function splitOutside(text: string, separators: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of text) {
    if ('(['.includes(character)) depth += 1;
    if (')]'.includes(character)) depth -= 1;
    if (depth === 0 && separators.includes(character)) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

interface Compound {
  /** Without pseudo-classes and pseudo-elements. */
  names: string;
  /** The alternatives of each of its `:is()` and `:where()`. */
  choices: string[][];
}

const choicePattern = /^(?:is|where)\((.*)\)$/s;

/** Reads a compound such as `.card:is(a, button):not(.quiet)`. Other functions than these two are ignored. */
function readCompound(text: string): Compound {
  const parts = splitOutside(text, ':');
  const names = text.startsWith(':') ? '' : (parts.shift() ?? '');
  const choices = parts.flatMap((pseudo) => {
    const list = choicePattern.exec(pseudo)?.[1];
    return list === undefined ? [] : [splitOutside(list, ',')];
  });
  return { names, choices };
}

/** Whether a compound names a type, a class, an id or an attribute, so that browsers know which elements it can match. */
function isNamed(text: string): boolean {
  const { names, choices } = readCompound(text);
  if (/[.#[a-z]/i.test(names)) return true;
  return choices.some((alternatives) =>
    alternatives.every((selector) => isNamed(splitOutside(selector, ' >+~').at(-1) ?? '')),
  );
}

function isCostly(selector: string): boolean {
  const compounds = splitOutside(selector, ' >+~');
  const last = compounds.findLastIndex((compound) => compound.includes(':has('));
  if (last === -1) return false;
  if (compounds.slice(last + 1).some((compound) => !isNamed(compound))) return true;
  return compounds.some((compound) => readCompound(compound).choices.flat().some(isCostly));
}

/**
 * Returns the selectors of a style sheet that let browsers compute the styles of a whole page again whenever an element is added
 * anywhere: they have `:has()`, and after it a compound that can match any element, as in `.grid:has(> .wide) > :first-child`.
 * Also returns nested selectors, which aren't read: the build unfolds them.
 */
export function findCostlySelectors(css: string): string[] {
  return [...css.matchAll(/[^{};]*(?=\{)/g)]
    .flatMap(([list]) => splitOutside(list, ','))
    .filter((selector) => !selector.startsWith('@') && (/(?<!\\)&/.test(selector) || isCostly(selector)));
}

/** Finds costly selectors in the style sheets of the built web. */
export function checkSelectorCosts(): string[] {
  if (!existsSync(assets)) return [`${assets} is missing: the web isn't built`];
  return readdirSync(assets)
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) => findCostlySelectors(readFileSync(join(assets, file), 'utf8')))
    .map((selector) => `${selector}: name what follows :has(), or styles are computed for the whole page`);
}
