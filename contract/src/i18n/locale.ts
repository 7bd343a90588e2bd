/**
 * The locale of a reader: the language of the texts, and the region whose dates, clock, week, and numbers the reader
 * knows. `en-DE` is English with a 24-hour clock and weeks that begin on Monday.
 */
export type Locale = string;

/** The languages that the catalog has. */
const languages = new Set(['en']);
export const defaultLocale: Locale = 'en-US';

let source: () => Locale | undefined = () => undefined;

/**
 * Sets where `currentLocale` gets the reader's locale from: the document in a browser, the request on the server.
 * Returns the previous source.
 */
export function setLocaleSource(next: () => Locale | undefined): () => Locale | undefined {
  const previous = source;
  source = next;
  return previous;
}

/** Returns the locale of the user for whom the current request or job runs. */
export function currentLocale(): Locale {
  // A document may have no language: ''.
  return source() || defaultLocale;
}

/** The most characters of an `Accept-Language` header to read. */
const longest = 200;

function toTag(text: string): Intl.Locale | null {
  try {
    const tag = new Intl.Locale(text.trim());
    // `u` extensions choose calendars and number systems that texts don't expect.
    return new Intl.Locale(tag.baseName);
  } catch {
    return null;
  }
}

/**
 * Returns the locale for a reader's languages, most preferred first: the first language of the catalog, with the region
 * of the first language that names or implies one. Null if none of them does.
 */
function findLocale(preferred: readonly string[]): Locale | null {
  const tags = preferred.map(toTag).filter((tag) => tag !== null);
  const chosen = tags.find(({ language }) => languages.has(language));
  if (chosen?.region) return `${chosen.language}-${chosen.region}`;
  const region = tags.map((tag) => tag.maximize().region).find((each) => each !== undefined);
  return region ? `${chosen?.language ?? 'en'}-${region}` : null;
}

/** The same, or the default locale. */
export const toLocale = (preferred: readonly string[]): Locale => findLocale(preferred) ?? defaultLocale;

/** Returns the languages of a header that are complete within the limit. */
function splitHeader(header: string): string[] {
  const ranges = header.slice(0, longest).split(',');
  return header.length > longest ? ranges.slice(0, -1) : ranges;
}

/** Returns the preferred locale of an `Accept-Language` header; null if the header is empty or invalid. */
export function findAcceptedLocale(header: string | undefined): Locale | null {
  const ranges = splitHeader(header ?? '')
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
      const quality = parameters.find((parameter) => /^q=/i.test(parameter));
      return { tag, quality: quality === undefined ? 1 : Number(quality.slice(2)) };
    })
    .filter(({ tag, quality }) => tag !== '' && tag !== '*' && quality > 0);
  ranges.sort((left, right) => right.quality - left.quality);
  return findLocale(ranges.map(({ tag }) => tag));
}

/** The same, or the default locale. */
export const parseAcceptLanguage = (header: string | undefined): Locale =>
  findAcceptedLocale(header) ?? defaultLocale;
