import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FeatureNames, formsOf, rename } from './feature-names.ts';

const templateFolder = join(import.meta.dirname, 'template');
const extension = '.template';

/** Returns the files of a new feature by path. `version` is the 14 digits that its migration starts with. */
export function createFiles(names: FeatureNames, version: string): Map<string, string> {
  const paths = readdirSync(templateFolder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith(extension),
  );
  return new Map(
    paths.map((path) => [
      rename(path.slice(0, -extension.length), names).replace(/\b0{14}_/, `${version}_`),
      rename(readFileSync(join(templateFolder, path), 'utf8'), names),
    ]),
  );
}

type Edit = (text: string) => string;

/** Adds a line before the first one; the formatter sorts imports. */
const addImport =
  (line: string): Edit =>
  (text) =>
    text.replace(/^(?=import )/m, `${line}\n`);

/** Adds lines at the end of the list or object that starts with this line. */
function addTo(opening: string, lines: string): Edit {
  return (text) => {
    const start = text.indexOf(`${opening}\n`);
    const end = start === -1 ? -1 : text.slice(start).search(/^[\]})]/m);
    if (end === -1) throw new Error(`no list starts with "${opening}"`);
    return `${text.slice(0, start + end)}${lines}\n${text.slice(start + end)}`;
  };
}

/** Adds code before the line that starts with `line`. */
function addBefore(line: string, code: string): Edit {
  return (text) => {
    const start = text.indexOf(`\n${line}`) + 1;
    if (start === 0) throw new Error(`no line starts with "${line}"`);
    return text.slice(0, start) + code + text.slice(start);
  };
}

/** Returns how a new feature is registered: the changes of existing files, by path. */
export function registrations(names: FeatureNames): Map<string, Edit[]> {
  const many = formsOf(names.plural);
  const { camel: one } = formsOf(names.singular);
  const { kebab, camel } = many;
  return new Map([
    [
      'contract/src/api.ts',
      [
        addImport(`import { ${one}Endpoints } from './features/${kebab}/${kebab}.ts';`),
        addTo('export const apiByFeature = {', `  ${camel}: ${one}Endpoints,`),
      ],
    ],
    [
      'contract/src/live.ts',
      [
        addImport(`import { ${one}LiveEvents } from './features/${kebab}/${kebab}.ts';`),
        addTo('export const liveEvents = mergeFeatures({', `  ${camel}: ${one}LiveEvents,`),
      ],
    ],
    [
      'contract/src/errors.ts',
      [
        addImport(`import { ${one}Errors } from './features/${kebab}/${kebab}.errors.ts';`),
        addTo('const errors = mergeFeatures({', `  ${camel}: ${one}Errors,`),
      ],
    ],
    [
      'server/src/app.ts',
      [
        addImport(`import { ${camel} } from './features/${kebab}/index.ts';`),
        addTo('export const features: Feature[] = [', `  ${camel},`),
      ],
    ],
    [
      'tools/feature-dependencies.mjs',
      [
        addTo('export const serverArrows = {', `  '${kebab}': ['members'],`),
        addTo('export const webArrows = {', `  '${kebab}': ['auth', 'composer'],`),
      ],
    ],
    [
      'web/src/app/start/start-live.ts',
      [addBefore('\n/**', `import '#web/features/${kebab}/${kebab}.live.ts';\n`)],
    ],
    [
      'web/src/app/routing/space-pages.ts',
      [
        addImport(`import { ${camel}Route } from '#web/pages/${kebab}/${kebab}.route.ts';`),
        addTo('export const spacePages = [', `  ${camel}Route,`),
      ],
    ],
  ]);
}
