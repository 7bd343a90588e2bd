/* Project rules that no existing tool checks, as pure functions from a file to its problems. */

const banned = ['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'service', 'manager', 'logic'];
const maxFiles = 20;
const isTest = (path: string) => /\.test\.tsx?$|^e2e\//.test(path);
const isCode = (path: string) => /\.(ts|tsx|mjs|css)$/.test(path) && !path.includes('.gen.');
const isServer = (path: string) => /^server\/(src|seed)\/.*\.ts$/.test(path) && !isTest(path);

interface Rule {
  applies: (path: string) => boolean;
  pattern: RegExp;
  problem: string;
}

const rules: Rule[] = [
  {
    applies: (path) => isServer(path) && !/\.queries\.ts$|^server\/src\/platform\/db\//.test(path),
    pattern:
      /\bsql(<[^`]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\b(SELECT\b[^'"`]*\bFROM|INSERT INTO|UPDATE\b[^'"`]*\bSET|DELETE FROM)\s/,
    problem: 'SQL belongs in a *.queries.ts file',
  },
  {
    applies: (path) =>
      /^(server|contract|web)\//.test(path) && path !== 'server/src/platform/config.ts' && !isTest(path),
    pattern: /\bprocess\.env\b/,
    problem: 'the environment is read in server/src/platform/config.ts only',
  },
  {
    applies: (path) => isServer(path) && path !== 'server/src/platform/clock.ts',
    pattern: /\bDate\.now\(|\bnew Date(\(\)|\b(?!\s*\())/,
    problem: 'the time comes from server/src/platform/clock.ts only',
  },
  {
    applies: isCode,
    pattern: /@ts-(ignore|expect-error|nocheck)|\b(TO)(DO)\b|\bFIX(ME)\b/,
    problem: 'finish it instead of marking it',
  },
];

/** Comments may mention what code must not do. */
function withoutComments(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/(^|\s)\/\/.*$/gm, '$1');
}

/** Returns the number of exports of an index file, or null if it uses `export *`. */
export function countExports(text: string): number | null {
  const code = withoutComments(text);
  if (/^export \*/m.test(code)) return null;
  const lists = [...code.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap((match) =>
    (match[1] ?? '').split(',').filter((name) => name.trim() !== ''),
  );
  const single =
    code.match(/^export (?:default|abstract|async|const|let|function|class|interface|enum|type(?! \{)) /gm) ??
    [];
  return lists.length + single.length;
}

function checkName(path: string): string[] {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const problems: string[] = [];
  const words = name.replace(/\.[a-z]+$/, '').split('.');
  if (words.some((word) => banned.includes(word)))
    problems.push('the name says nothing: name it after what it does');
  if (/\.(ts|tsx|mjs)$/.test(name) && !/^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/.test(name)) {
    problems.push('file names are kebab-case');
  }
  return problems;
}

/** Returns the problems of a file, each starting with its path. */
export function checkFile(path: string, text: string): string[] {
  const problems = checkName(path);
  const lines = text.split('\n').length;
  const limit = isTest(path) ? 800 : 400;
  if (isCode(path) && lines > limit)
    problems.push(`has ${lines} lines, more than ${limit}: split it by purpose`);
  if (/^(server|web)\/src\/features\/[^/]+\/index\.tsx?$/.test(path)) {
    const count = countExports(text);
    if (count === null) problems.push('an index file lists its exports: no export *');
    else if (count > 15) problems.push(`an index file exports at most 15 names, this one ${count}`);
  }
  const code = withoutComments(text).split('\n');
  const whole = text.split('\n');
  for (const rule of rules.filter(({ applies }) => applies(path))) {
    const source = rule.problem.startsWith('finish') ? whole : code;
    source.forEach((line, index) => {
      if (rule.pattern.test(line)) problems.push(`line ${index + 1}: ${rule.problem}`);
    });
  }
  return problems.map((problem) => `${path}: ${problem}`);
}

/** Returns a problem for each folder with more than 20 files of code in it. Tests and files of its subfolders don't count. */
export function checkFolders(paths: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of paths.filter((file) => isCode(file) && !isTest(file))) {
    const folder = path.slice(0, Math.max(path.lastIndexOf('/'), 0));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return (
    [...counts]
      // One file for each feature is divided by topic already.
      .filter(([folder, count]) => count > maxFiles && !folder.endsWith('/by-feature'))
      .map(([folder, count]) => `${folder}: has ${count} files, more than ${maxFiles}: divide it by topic`)
  );
}

/** Returns the problems of the lock file that npm doesn't check. */
export function checkLockText(text: string): string[] {
  return /"resolved":|https?:\/\/[^"]*\/-\//.test(text)
    ? ['package-lock.json: contains registry hosts; install with the settings of .npmrc']
    : [];
}
