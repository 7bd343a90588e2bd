import { describe, expect, it } from 'vitest';
import { checkTableWrites, findTableOwners } from './table-writes.ts';

const owners = findTableOwners([
  { name: '00000000000120_spaces.sql', text: 'create table spaces (\n);\n' },
  { name: '00000000000130_members.sql', text: 'create table space_members (\n);\n' },
  { name: '00000000000150_posts.sql', text: 'create table posts (\n);\ncreate table post_ranks (\n);\n' },
  { name: '00000000000240_calendar.sql', text: 'create table events (\n);\n' },
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
      events: 'calendar',
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
    [`${features}/posts/pins/pin.queries.ts`, "sql`update posts set title = ''`", 'title of posts is set in'],
    [
      `${features}/posts/pins/pin.queries.ts`,
      'sql`with p as (update posts p set version = 2, body = coalesce(x, y) from c where id = 1 and slug = 2)`',
      'body of posts is set in',
    ],
    [
      `${features}/posts/pins/pin.queries.ts`,
      'sql`update posts set ${columns(post)} where`',
      'columns of posts',
    ],
    [`${features}/posts/pins/pin.queries.ts`, "updateTable('posts').set(values)", 'values of posts'],
    [`${features}/posts/pins/pin.queries.ts`, "updateTable('posts').set('title', x)", 'title of posts'],
    [
      `${features}/posts/pins/pin.queries.ts`,
      "db.updateTable('posts')\n.set((eb) => ({ version: eb('version', '+', 1), title, pinned_at: f({ body: 1 }) }))",
      'title of posts',
    ],
    [
      `${features}/posts/pins/pin.queries.ts`,
      "updateTable('posts').set({ ...changes })",
      '...changes of posts',
    ],
    [
      `${features}/calendar/rsvps/rsvps.queries.ts`,
      'sql`update events e set status = 1`',
      'status of events',
    ],
  ])('of %s are refused (%#)', (path, text, problem) => {
    expect(checkTableWrites(path, text, owners)).toEqual([expect.stringContaining(problem)]);
  });

  it('that delete a post are refused as deletions and as edits', () => {
    const text = 'sql`update posts set deleted_at = now()`';
    expect(checkTableWrites(`${features}/posts/posts.queries.ts`, text, owners)).toEqual([
      expect.stringContaining('deleted_at of posts is set in'),
      expect.stringContaining('lifecycle queries'),
    ]);
  });

  it.each([
    [`${features}/members/memberships.queries.ts`, "db.insertInto('space_members')"],
    [
      `${features}/members/presence/presence.queries.ts`,
      'sql`update space_members m set last_active_at = ${at}::timestamptz from due`',
    ],
    [`${features}/spaces/spaces.queries.ts`, "db.updateTable('spaces')"],
    [`${features}/posts/post-lifecycle.queries.ts`, '.insertInto("posts").set({ deleted_at: now })'],
    [
      `${features}/posts/posts.queries.ts`,
      'sql`update posts set comment_count = 1 where deleted_at is null`',
    ],
    [
      `${features}/posts/posts.queries.ts`,
      'sql`update posts set ${countReaction(change)}, version = 2 where a = 1`',
    ],
    [
      `${features}/posts/pins/pin.queries.ts`,
      "updateTable('posts').set((eb) => ({ pinned_at: f({ body: 1 }), version: 1 })).where('title', '=', '')",
    ],
    [`${features}/posts/post-lifecycle.queries.ts`, 'sql`update posts set title = 1`'],
    [`${features}/posts/posts.queries.ts`, 'interface Row { deleted_at: string | null }'],
    ['server/src/platform/http/rate-limit.queries.ts', 'sql`insert into rate_limit_counters`'],
    [`${features}/map/map.test.ts`, "db.deleteFrom('posts')"],
    [`${features}/map/map.queries.ts`, "db.selectFrom('posts')"],
  ])('of %s are accepted (%#)', (path, text) => {
    expect(checkTableWrites(path, text, owners)).toEqual([]);
  });
});
