/** The names of a feature in the forms that code and texts need, for several (`plural`) and for one of what it holds. */
export interface FeatureNames {
  plural: string;
  singular: string;
}

/** The names in the template files. */
export const templateNames: FeatureNames = { plural: 'example-items', singular: 'example-item' };

const kebabCase = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

function singularOf(plural: string): string | null {
  if (/(ss|us|is)$/.test(plural)) return null;
  if (plural.endsWith('ies')) return `${plural.slice(0, -3)}y`;
  if (/(sh|ch|x|ss)es$/.test(plural)) return plural.slice(0, -2);
  return plural.endsWith('s') ? plural.slice(0, -1) : null;
}

/**
 * Returns the names of a feature from the arguments of `npm run new`. The singular is derived if it's regular.
 * @throws Error with a sentence for the user
 */
export function parseNames([
  plural = '',
  singular = singularOf(plural) ?? '',
]: readonly string[]): FeatureNames {
  if (!kebabCase.test(plural))
    throw new Error(
      'Pass the name in lowercase words with hyphens, in the plural: npm run new -- reading-lists',
    );
  if (!kebabCase.test(singular) || singular === plural)
    throw new Error(`Pass the singular of ${plural} as well: npm run new -- people person`);
  return { plural, singular };
}

const wordsOf = (name: string) => name.split('-');
const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Returns a name as it occurs in code and texts: with hyphens, underscores or spaces, in camel or Pascal case. */
export function formsOf(name: string): { kebab: string; snake: string; camel: string; pascal: string } & {
  words: string;
  sentence: string;
} {
  const words = wordsOf(name);
  const pascal = words.map(capitalize).join('');
  return {
    kebab: name,
    snake: words.join('_'),
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    pascal,
    words: words.join(' '),
    sentence: capitalize(words.join(' ')),
  };
}

/** Replaces the names of the template in a text or path by those of a feature. */
export function rename(text: string, names: FeatureNames): string {
  let renamed = text;
  // The plural first: it contains the singular.
  for (const count of ['plural', 'singular'] as const) {
    const [from, to] = [formsOf(templateNames[count]), formsOf(names[count])];
    for (const form of Object.keys(from) as (keyof typeof from)[])
      renamed = renamed.replaceAll(from[form], to[form]);
  }
  return renamed;
}
