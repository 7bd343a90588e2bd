import { describe, expect, it } from 'vitest';
import type { SpaceContext } from '#server/platform/access.ts';
import type { SpaceRow } from './spaces.queries.ts';
import { summaryColumns } from './spaces.queries.ts';
import { toSpace, toSpaceSummary } from './spaces.view.ts';

const owner = { id: 'owner', full_name: 'Olga' };
const row = {
  ...Object.fromEntries(summaryColumns.map((column) => [column, `of ${column}`])),
  pricing_type: 'paid',
  topic: 'music',
  owner_id: 'owner',
  owner,
  rules_list: [{ id: 'one', text: 'Be kind' }],
  intro_media_type: 'image',
  is_private: false,
  created_at: '2026-01-01T00:00:00.000Z',
  join_requested: false,
  viewer_is_banned: null,
  welcome: null,
  active_member_count: 7,
  categories: [{ id: 'general', name: 'General', icon: '💬', is_limited: false }],
  staff: [
    { user: owner, is_owner: true },
    { user: { id: 'admin' }, is_owner: false },
  ],
} as unknown as SpaceRow;
const permissions = { canEditSpace: false } as SpaceContext['permissions'];
const scopeOf = (scope: Partial<SpaceContext>) =>
  ({ role: null, joined_at: null, is_private: false, is_paid: false, permissions, ...scope }) as SpaceContext;
const member = { role: 'member', joined_at: '2026-02-02T00:00:00.000Z' } as const;

describe('A space', () => {
  it('shows its staff and categories to everyone who can read it', () => {
    const shown = toSpace(row, null, scopeOf({}));
    expect(shown).toMatchObject({
      owner_id: 'owner',
      owner,
      categories: row.categories,
      staff: [
        { role: 'owner', user: owner },
        { role: 'admin', user: { id: 'admin' } },
      ],
      can_read: true,
      membership: null,
      join_requested: false,
      viewer_is_banned: false,
      rules_list: row.rules_list,
      intro_media_type: 'image',
      permissions,
    });
    expect(shown).not.toHaveProperty('active_member_count');
  });

  it('shows outsiders of a private space nobody in it', () => {
    const hidden = { ...row, is_private: true };
    const outside = toSpace(hidden, null, scopeOf({ is_private: true }));
    expect(outside).toMatchObject({
      owner_id: null,
      owner: null,
      categories: [],
      staff: [],
      can_read: false,
    });
    const inside = toSpace(hidden, null, scopeOf({ is_private: true, ...member }));
    expect(inside).toMatchObject({ owner_id: 'owner', owner, categories: row.categories, can_read: true });
    expect(inside.staff).toHaveLength(2);
    expect(inside.membership).toEqual(member);
  });

  it('shows who runs a paid space also to those who can’t read it', () => {
    const outside = toSpace(row, null, scopeOf({ is_paid: true }));
    expect(outside).toMatchObject({ owner_id: 'owner', owner, can_read: false });
    expect(outside.staff).toHaveLength(2);
  });

  it('says what the viewer has to do with it', () => {
    const setup = { completed: [], dismissed: true };
    const asked = { ...row, join_requested: true, viewer_is_banned: true } as SpaceRow;
    expect(toSpace(asked, setup, scopeOf({ role: 'owner' }))).toMatchObject({
      join_requested: true,
      viewer_is_banned: true,
      setup,
      membership: { role: 'owner', joined_at: row.created_at },
    });
  });

  it('is free unless it is paid', () => {
    const summary = toSpaceSummary(row);
    expect(Object.keys(summary).toSorted()).toEqual([...summaryColumns].toSorted());
    expect(summary).toMatchObject({ name: 'of name', pricing_type: 'paid', topic: 'music' });
    expect(toSpaceSummary({ ...row, pricing_type: null, topic: null })).toMatchObject({
      pricing_type: 'free',
      topic: null,
    });
    expect(toSpaceSummary({ ...row, pricing_type: 'gold' }).pricing_type).toBe('free');
  });
});
