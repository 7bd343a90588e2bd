import { describe, expect, it } from 'vitest';
import { checkTableWrites, findTableOwners } from './table-writes.ts';

const owners = findTableOwners([
  { name: '00000000000120_spaces.sql', text: 'create table spaces (\n);\n' },
  { name: '00000000000130_members.sql', text: 'create table space_members (\n);\n' },
  { name: '00000000000150_posts.sql', text: 'create table posts (\n);\ncreate table post_ranks (\n);\n' },
  { name: '00000000000020_http.sql', text: 'create unlogged table rate_limit_counters (\n);\n' },
  { name: '20300101000000_points_bonus.sql', text: 'CREATE TABLE point_bonus (\n);\n' },
]);
const features = 'server/src/features';

describe('Table writes', () => {
  it('find the owner of a table by the name of its migration', () => {
    expect(Object.fromEntries(owners)).toEqual({
      spaces: 'spaces',
      space_members: 'members',
      posts: 'posts',
      post_ranks: 'posts',
      rate_limit_counters: 'http',
      point_bonus: 'points',
    });
  });

  it.each([
    [`${features}/map/map.queries.ts`, "db.updateTable('posts')", 'written by posts'],
    [`${features}/map/map.queries.ts`, "db\n  .deleteFrom('post_ranks')", 'line 2'],
    [`${features}/map/map.queries.ts`, 'sql`insert into point_bonus values (1)`', 'written by points'],
    [`${features}/posts/index.ts`, 'sql`update rate_limit_counters set hits = 0`', 'written by http'],
    ['server/seed/fill.queries.ts', 'sql`truncate post_ranks`', 'written by posts'],
    [`${features}/members/members.queries.ts`, "db.updateTable('space_members')", 'memberships.queries.ts'],
    [
      `${features}/members/presence/presence.queries.ts`,
      "sql`update space_members m set role = 'admin' from due`",
      'memberships.queries.ts',
    ],
    [`${features}/spaces/spaces.queries.ts`, "db.insertInto('spaces')", 'space-lifecycle.queries.ts'],
    [`${features}/posts/posts.queries.ts`, 'sql`insert into posts (id)`', 'post-lifecycle.queries.ts'],
    [`${features}/posts/posts.queries.ts`, '.set({ deleted_at: now })', 'lifecycle queries'],
    [`${features}/posts/posts.queries.ts`, 'sql`update posts set deleted_at = now()`', 'lifecycle queries'],
  ])('of %s are refused (%#)', (path, text, problem) => {
    expect(checkTableWrites(path, text, owners)).toEqual([expect.stringContaining(problem)]);
  });

  it.each([
    [`${features}/members/memberships.queries.ts`, "db.insertInto('space_members')"],
    [
      `${features}/members/presence/presence.queries.ts`,
      'sql`update space_members m set last_active_at = ${at}::timestamptz from due`',
    ],
    [`${features}/spaces/spaces.queries.ts`, "db.updateTable('spaces')"],
    [`${features}/posts/post-lifecycle.queries.ts`, '.insertInto("posts").set({ deleted_at: now })'],
    [`${features}/posts/posts.queries.ts`, 'sql`update posts set like_count = 1 where deleted_at is null`'],
    [`${features}/posts/posts.queries.ts`, 'interface Row { deleted_at: string | null }'],
    ['server/src/platform/http/rate-limit.queries.ts', 'sql`insert into rate_limit_counters`'],
    [`${features}/map/map.test.ts`, "db.deleteFrom('posts')"],
    [`${features}/map/map.queries.ts`, "db.selectFrom('posts')"],
  ])('of %s are accepted (%#)', (path, text) => {
    expect(checkTableWrites(path, text, owners)).toEqual([]);
  });
});
