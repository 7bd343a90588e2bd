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

/** Whether a compound names a type, a class, an id or an attribute, so that browsers know which elements it can match. */
const isNamed = (compound: string): boolean =>
  /[.#[]|(^|[(,])[a-z]/i.test(
    compound.replaceAll(/:(not|nth-[a-z-]+)\([^()]*\)/g, '').replaceAll(/::?[a-z-]+/g, ''),
  );

/**
 * Returns the selectors of a style sheet that let browsers compute the styles of a whole page again whenever an element is added
 * anywhere: they have `:has()`, and after it a compound that can match any element, as in `.grid:has(> .wide) > :first-child`.
 */
export function findCostlySelectors(css: string): string[] {
  return [...css.matchAll(/[^{}]*:has\([^{}]*(?=\{)/g)]
    .flatMap(([list]) => splitOutside(list, ','))
    .filter((selector) => {
      const compounds = splitOutside(selector, ' >+~');
      const last = compounds.findLastIndex((compound) => compound.includes(':has('));
      return last !== -1 && compounds.slice(last + 1).some((compound) => !isNamed(compound));
    });
}

/** Finds costly selectors in the style sheets of the built web. */
export function checkSelectorCosts(): string[] {
  if (!existsSync(assets)) return [`${assets} is missing: the web isn't built`];
  return readdirSync(assets)
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) => findCostlySelectors(readFileSync(join(assets, file), 'utf8')))
    .map((selector) => `${selector}: name what follows :has(), or styles are computed for the whole page`);
}
