/* The house checks of `npm test`: applies the rules to every file that git tracks or would add. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import {
  catalogPath,
  checkMessages,
  createCatalog,
  type FoundMessage,
  findMessages,
  findUntranslated,
  hasMessages,
} from '../../messages/messages.ts';
import { findMissing, type LockFile } from '../../sync-lockfile.ts';
import { checkFile, checkFolders, checkLockText } from './house-rules.ts';
import { checkLanguage } from './language-rules.ts';
import { checkSizes } from './size-rules.ts';
import { checkStyleSheets } from './style-sheets.ts';
import { checkTableWrites, findTableOwners } from './table-writes.ts';

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.(ts|tsx|mts|mjs|css|sql|md)$/.test(path) && existsSync(path));

const contents = files.map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const lockText = readFileSync('package-lock.json', 'utf8');
const incomplete = findMissing(JSON.parse(lockText) as LockFile);
const tableOwners = findTableOwners(
  contents
    .filter(({ path }) => path.startsWith('server/migrations/'))
    .map(({ path, text }) => ({ name: path.slice('server/migrations/'.length), text })),
);
const messages: FoundMessage[] = [];
/** Applies the rules that read the syntax tree, one file after another, so that each is parsed once. */
function checkTree({ path, text }: { path: string; text: string }): string[] {
  const sizes = checkSizes([{ path, text }]);
  if (!hasMessages(path)) return sizes;
  messages.push(...findMessages(path, text));
  return [...checkMessages(path, text), ...findUntranslated(path, text), ...sizes];
}
const problems = [
  ...contents.flatMap(checkTree),
  ...(existsSync(catalogPath) && readFileSync(catalogPath, 'utf8') === createCatalog(messages)
    ? []
    : [`${catalogPath} is out of date: npm run messages`]),
  ...contents.flatMap(({ path, text }) => [
    ...(path.endsWith('.md') ? [] : checkFile(path, text)),
    ...checkTableWrites(path, text, tableOwners),
    ...checkLanguage(path, text),
  ]),
  ...checkStyleSheets(contents),
  ...checkFolders(files),
  ...checkLockText(lockText),
  ...(incomplete.length > 0
    ? [`package-lock.json: ${incomplete.length} packages for other machines are missing: npm run lock`]
    : []),
];
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(`${files.length} files checked, ${problems.length} problems\n`);
process.exitCode = problems.length > 0 || files.length === 0 ? 1 : 0;
