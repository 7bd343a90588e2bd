/*
 * `npm run messages`: writes the catalog of all messages in the code, for translators. With `--list`, prints the texts that
 * aren't in the catalog instead; paths limit the list.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { catalogPath, createCatalog, findMessages, findUntranslated, hasMessages } from './messages.ts';

const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter(hasMessages);
const [option, ...folders] = process.argv.slice(2);

if (option === '--list') {
  const listed = paths.filter(
    (path) => folders.length === 0 || folders.some((folder) => path.startsWith(folder)),
  );
  const problems = listed.flatMap((path) => findUntranslated(path, readFileSync(path, 'utf8')));
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.stdout.write(`${problems.length} texts aren't in the catalog\n`);
} else {
  const catalog = createCatalog(paths.flatMap((path) => findMessages(path, readFileSync(path, 'utf8'))));
  writeFileSync(catalogPath, catalog);
  process.stdout.write(`${Object.keys(JSON.parse(catalog) as object).length} messages\n`);
}
