/* Which files may write which tables, as pure functions from a file to its problems. */

/**
 * Tables whose rows start and end only together with the hooks of that change (`server/src/platform/lifecycle.ts`), and the
 * file that has these writes. `.dependency-cruiser.mjs` allows only the functions that run the hooks to use that file. `others`
 * are the files with further writes, and what these look like: they change columns that no hook depends on.
 */
const lifecycle: Record<string, { file: string; writes: RegExp; others?: Record<string, RegExp> }> = {
  spaces: { file: 'server/src/features/spaces/space-lifecycle.queries.ts', writes: /^(insert|delete)/ },
  space_members: {
    file: 'server/src/features/members/memberships.queries.ts',
    writes: /./,
    others: {
      'server/src/features/members/presence/presence.queries.ts':
        /^update space_members \w+ set last_active_at = \S+ from/,
    },
  },
  posts: { file: 'server/src/features/posts/post-lifecycle.queries.ts', writes: /^(insert|delete)/ },
  post_comments: {
    file: 'server/src/features/comments/comment-lifecycle.queries.ts',
    writes: /^(insert|delete)/,
  },
};

/** Empties the database of an interrupted demo. */
const exempt = 'server/seed/demo-state.queries.ts';

/** Returns the owner of each table: the feature or part of the platform that the name of its migration begins with. */
export function findTableOwners(migrations: { name: string; text: string }[]): Map<string, string> {
  const owners = new Map<string, string>();
  for (const { name, text } of migrations) {
    const owner = /^\d{14}_([a-z]+(?:-[a-z]+)*)/.exec(name)?.[1];
    if (!owner) continue;
    for (const [, table = ''] of text.matchAll(/^create (?:unlogged )?table (\w+)/gim))
      owners.set(table, owner);
  }
  return owners;
}

const write =
  /\b(insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"](\w+)|\b(insert into|update|delete from|truncate|merge into)\s+(\w+)/gi;

/** Returns the writes of tables by a file that doesn't own them, or that isn't the one that may start and end their rows. */
export function checkTableWrites(path: string, text: string, owners: Map<string, string>): string[] {
  if (!/^server\/(src|seed)\/.*\.ts$/.test(path) || /\.test\.ts$|\.gen\./.test(path) || path === exempt)
    return [];
  const problems: string[] = [];
  const add = (index: number, problem: string) =>
    problems.push(`${path}: line ${text.slice(0, index).split('\n').length}: ${problem}`);
  for (const match of text.matchAll(write)) {
    const [, method, tableOfMethod, verb, tableOfVerb] = match;
    const table = tableOfMethod ?? tableOfVerb ?? '';
    const owner = owners.get(table);
    if (owner === undefined) continue;
    const isOwner = [`features/${owner}/`, `platform/${owner}/`].some((folder) =>
      path.startsWith(`server/src/${folder}`),
    );
    if (!isOwner && path !== `server/${owner}` && !path.startsWith(`server/${owner}/`))
      add(match.index, `${table} is written by ${owner} only`);
    const rule = lifecycle[table];
    const isOther = rule?.others?.[path]?.test(text.slice(match.index)) === true;
    if (rule && path !== rule.file && !isOther && rule.writes.test((method ?? verb ?? '').toLowerCase()))
      add(match.index, `rows of ${table} start and end in ${rule.file} only`);
  }
  const ended = /^server\/src\/features\/(posts|comments)\/.*\.queries\.ts$/.test(path);
  if (ended && !Object.values(lifecycle).some(({ file }) => file === path))
    for (const match of text.matchAll(/\bdeleted_at: (?!string|null)|\bset\b[^`]*\bdeleted_at = /g))
      add(match.index, 'posts and comments are deleted by their lifecycle queries only');
  return problems;
}
