import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { City } from '#contract/map.ts';

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' });
export const toCountry = (code: string): string => countryNames.of(code) ?? code;

/** Letters that Unicode does not take apart into a base and an accent. */
const undivided: Record<string, string> = {
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

/** A name as it is compared: 'São Paulo' and 'sao paulo', 'Saint-Denis' and 'saint denis' are the same. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[øłßıđðþæœəħ]/g, (letter) => undivided[letter] ?? letter)
    .replace(/[‘’ʻʼ'`.]/g, '')
    .replace(/[^\S\n]+|-+/g, ' ')
    .trim();
}

interface CityList {
  /** A line a city, largest city first: number, name, country, region, latitude, longitude, other names. */
  lines: string[];
  text: string;
  /** The names as they are searched, each after a line break, in the order of the cities. */
  names: string;
  /** Where each name begins in `names`, and which city's it is. */
  starts: number[];
  owners: number[];
}
let loaded: CityList | undefined;

/** The bundled list; read when it is first asked for. See tools/generate-cities.ts. */
function cityList(): CityList {
  if (loaded) return loaded;
  const text = brotliDecompressSync(readFileSync(join(import.meta.dirname, 'cities.tsv.br'))).toString(
    'utf8',
  );
  const lines = text.split('\n');
  const owners: number[] = [];
  const written = lines.flatMap((line, index) => {
    const [, name = '', , , , , ...others] = line.split('\t');
    for (let count = 0; count <= others.length; count += 1) owners.push(index);
    return [name, ...others];
  });
  const names = `\n${fold(written.join('\n'))}\n`;
  const starts: number[] = [];
  for (let at = 0; at < names.length - 1; at = names.indexOf('\n', at + 1)) starts.push(at + 1);
  loaded = { lines, text: `\n${text}`, names, starts, owners };
  return loaded;
}

function toCity(line: string): City {
  const [id, city = '', country_code = '', region = '', latitude, longitude] = line.split('\t');
  return {
    city_id: Number(id),
    city,
    region,
    country_code,
    country: toCountry(country_code),
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

/** Whether what follows the comma fits: the beginning of a region or country, or the country's code. */
const matchesCity = (city: City, location: string) =>
  location === '' ||
  fold(city.region).startsWith(location) ||
  city.country_code.toLowerCase() === location ||
  fold(city.country).startsWith(location);

/** Which of the names stands at a place of `names`. */
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
 * Cities that are called so, then those whose name begins so, then those in whose name a word begins so; each of them the
 * largest first. 'Portland, Oregon' looks in a region or country.
 */
export function searchCities(search: string, limit: number): City[] {
  const [name = '', ...rest] = search.split(',').map(fold);
  const location = rest.join(' ').trim();
  if (name.length < 2 || name.includes('\n')) return [];
  const { lines, names, starts, owners } = cityList();
  const found = new Map<number, City>();
  for (const wanted of [`\n${name}\n`, `\n${name}`, ` ${name}`]) {
    for (let at = names.indexOf(wanted); at !== -1 && found.size < limit; ) {
      const index = owners[nameAt(starts, at + 1)] ?? 0;
      const city = found.has(index) ? null : toCity(lines[index] ?? '');
      if (city && matchesCity(city, location)) found.set(index, city);
      at = names.indexOf(wanted, at + 1);
    }
  }
  return [...found.values()];
}
