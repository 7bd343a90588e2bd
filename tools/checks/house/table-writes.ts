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

/**
 * Tables whose rows are edited together with the hooks of that change: the file with these updates, and the columns that other
 * statements of the feature may set because no hook depends on them.
 */
const edits: Record<string, { file: string; others: readonly string[] }> = {
  posts: {
    file: 'server/src/features/posts/post-lifecycle.queries.ts',
    others: [
      'comment_count',
      'commenter_ids',
      'comments_closed',
      'last_activity_at',
      'last_comment_at',
      'pinned_at',
      'removal_acknowledged_at',
      'version',
      'countReaction',
    ],
  },
  post_comments: {
    file: 'server/src/features/comments/comment-lifecycle.queries.ts',
    others: ['removal_acknowledged_at', 'version', 'countReaction'],
  },
  events: {
    file: 'server/src/features/calendar/series/update-events.queries.ts',
    // Who attends, and hosts who are no longer members.
    others: ['going_count', 'maybe_count', 'waitlist_count', 'host_ids', 'version'],
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

/** Returns the length of the text before the first character or word of `end` that isn't inside brackets. */
function lengthUntil(text: string, end: RegExp): number {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charAt(index);
    if (depth === 0 && end.test(text.slice(index))) return index;
    if ('([{'.includes(char)) depth += 1;
    else if (')]}'.includes(char)) depth -= 1;
    if (depth < 0) return index;
  }
  return text.length;
}

/** Returns the parts of a list that commas separate, without those inside brackets. */
function splitList(text: string): string[] {
  const length = lengthUntil(text, /^,/);
  const part = text.slice(0, length).trim();
  return [part, ...(length < text.length ? splitList(text.slice(length + 1)) : [])].filter(Boolean);
}

/**
 * Returns the columns that an update sets: of SQL (`update posts set ...`) or of the query builder
 * (`updateTable('posts').set(...)`). For assignments that a function returns it is the function's name, and what else isn't a
 * column is returned as it is written.
 */
export function columnsSetBy(statement: string): string[] {
  const sqlSet = /^update\s+\w+(?:\s+(?:as\s+)?(?!set\b)\w+)?\s+set\s+/i.exec(statement);
  if (sqlSet) {
    const rest = statement.slice(sqlSet[0].length);
    const list = rest.slice(0, lengthUntil(rest, /^(?:`|\b(?:where|from|returning)\b)/i));
    return splitList(list).map(
      (part) => /^(?:\w+\.)?(\w+)\s*=|^\$\{(\w+)\(/.exec(part)?.slice(1).find(Boolean) ?? part,
    );
  }
  const start = statement.indexOf('.set(');
  if (start < 0) return ['an unknown column'];
  const rest = statement.slice(start + '.set('.length);
  const input = rest.slice(0, lengthUntil(rest, /^\)/));
  const object = input.indexOf('{');
  if (object < 0) return [/^\s*['"](\w+)['"]\s*,/.exec(input)?.[1] ?? input.trim()];
  const fields = input.slice(object + 1);
  return splitList(fields.slice(0, lengthUntil(fields, /^\}/))).map(
    (part) => /^(\w+)/.exec(part)?.[1] ?? part,
  );
}

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
    const edit = edits[table];
    if (isOwner && edit && path !== edit.file && /^update/i.test(method ?? verb ?? ''))
      for (const column of columnsSetBy(text.slice(match.index)))
        if (!edit.others.includes(column))
          add(match.index, `${column} of ${table} is set in ${edit.file} only`);
  }
  const ended = /^server\/src\/features\/(posts|comments)\/.*\.queries\.ts$/.test(path);
  if (ended && !Object.values(lifecycle).some(({ file }) => file === path))
    for (const match of text.matchAll(/\bdeleted_at: (?!string|null)|\bset\b[^`]*\bdeleted_at = /g))
      add(match.index, 'posts and comments are deleted by their lifecycle queries only');
  return problems;
}
