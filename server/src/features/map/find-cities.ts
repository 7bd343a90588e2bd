import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { City } from '#contract/features/map/map.ts';
import { regionName } from '#contract/i18n/names.ts';

const englishRegions = new Intl.DisplayNames(['en'], { type: 'region' });

/** Letters that Unicode does not decompose into a base letter and an accent. */
const baseLetters: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  ß: 'ss',
  ı: 'i',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ə: 'e',
  ħ: 'h',
};

/** Normalizes a name for comparison: 'São Paulo' equals 'sao paulo', 'Saint-Denis' equals 'saint denis'. */
export function normalizeName(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[øłßıđðþæœəħ]/g, (letter) => baseLetters[letter] ?? letter)
    .replace(/[‘’ʻʼ'`.]/g, '')
    .replace(/[^\S\n]+|-+/g, ' ')
    .trim();
}

interface CityList {
  /** One line per city, largest city first: id, name, country, region, latitude, longitude, other names. */
  lines: string[];
  text: string;
  /** The normalized names, each after a line break, in the order of the cities. */
  names: string;
  /** The offset of each name in `names`, and the index of its city. */
  starts: number[];
  owners: number[];
}
let loaded: CityList | undefined;

/** Reads cities, one a line. */
export function readCities(text: string): CityList {
  const lines = text.split('\n');
  const owners: number[] = [];
  const allNames = lines.flatMap((line, index) => {
    const [, name = '', , , , , ...others] = line.split('\t');
    for (let count = 0; count <= others.length; count += 1) owners.push(index);
    return [name, ...others];
  });
  const names = `\n${normalizeName(allNames.join('\n'))}\n`;
  const starts: number[] = [];
  for (let at = 0; at < names.length - 1; at = names.indexOf('\n', at + 1)) starts.push(at + 1);
  return { lines, text: `\n${text}`, names, starts, owners };
}

/** Returns the bundled list, loaded on first use. See tools/generate/generate-cities.ts. */
function cityList(): CityList {
  loaded ??= readCities(
    brotliDecompressSync(readFileSync(join(import.meta.dirname, 'cities.tsv.br'))).toString('utf8'),
  );
  return loaded;
}

function toCity(line: string): City {
  const [id, city = '', country_code = '', region = '', latitude, longitude] = line.split('\t');
  return {
    city_id: Number(id),
    city,
    region,
    country_code,
    country: regionName(country_code),
    latitude: Number(latitude),
    longitude: Number(longitude),
  };
}

export function findCity(id: number): City | null {
  const { text } = cityList();
  const at = text.indexOf(`\n${id}\t`);
  if (at === -1) return null;
  const end = text.indexOf('\n', at + 1);
  return toCity(text.slice(at + 1, end === -1 ? undefined : end));
}

/**
 * Returns whether the text after the comma matches: the beginning of a region, of a country in the reader's language or in
 * English, or the country code.
 */
const matchesCity = (city: City, location: string) =>
  location === '' ||
  normalizeName(city.region).startsWith(location) ||
  city.country_code.toLowerCase() === location ||
  normalizeName(city.country).startsWith(location) ||
  normalizeName(englishRegions.of(city.country_code) ?? '').startsWith(location);

/** Returns the index of the name at an offset of `names`. */
function nameAt(starts: number[], at: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Finds cities by name: exact matches first, then names that begin with the text, then names with a word that does; in
 * each group the largest first. 'Portland, Oregon' filters by region or country.
 */
export function searchCities(search: string, limit: number): City[] {
  const [name = '', ...rest] = search.split(',').map(normalizeName);
  const location = rest.join(' ').trim();
  if (name.length < 2 || name.includes('\n')) return [];
  const { lines, names, starts, owners } = cityList();
  const found = new Map<number, City>();
  for (const pattern of [`\n${name}\n`, `\n${name}`, ` ${name}`]) {
    for (let at = names.indexOf(pattern); at !== -1 && found.size < limit; ) {
      const index = owners[nameAt(starts, at + 1)] ?? 0;
      const city = found.has(index) ? null : toCity(lines[index] ?? '');
      if (city && matchesCity(city, location)) found.set(index, city);
      at = names.indexOf(pattern, at + 1);
    }
  }
  return [...found.values()];
}
