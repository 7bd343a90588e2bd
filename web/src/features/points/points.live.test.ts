import { beforeEach, expect, it, vi } from 'vitest';
import type { LiveEvent } from '#contract/live.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { applyLiveEvent, refetchChannel } from '#web/lib/live/live-client.ts';
import { toMemberLevelId } from './member-level.ts';
import { memberCardQuery } from './points.api.ts';
import './points.live.ts';

const toast = vi.hoisted(() => vi.fn());
vi.mock('#web/ui/overlays/toast.ts', () => ({ toast }));

let client: ReturnType<typeof createQueryClient>;
const context = () => ({ client, viewerId: 'me' });
const receive = (type: LiveEvent['type'], payload: object) =>
  applyLiveEvent({ seq: 1, channel: 'space:s', type, payload } as LiveEvent, context());
const cards = { mine: ['s', 'me'], other: ['s', 'you'], elsewhere: ['s2', 'me'] } as const;
/** The cards that are fetched again when they are shown next. */
const outdated = () =>
  Object.entries(cards)
    .filter(([, [space, user]]) => client.getQueryState(memberCardQuery(space, user).queryKey)?.isInvalidated)
    .map(([name]) => name);

beforeEach(() => {
  toast.mockReset();
  client = createQueryClient(vi.fn());
  for (const [space, user] of Object.values(cards)) {
    client.setQueryData(memberCardQuery(space, user).queryKey, {} as never);
  }
  client.setQueryData(['get_profile', { user_id: 'me' }], {});
});

it("a new level is stored, and outdates the member's card in this space only", () => {
  receive('member.level_changed', { space_id: 's', user_id: 'me', level: 4, level_version: 7 });
  expect(readEntity(client, 'member_level', toMemberLevelId('s', 'me'))).toMatchObject({
    level: 4,
    version: 7,
  });
  expect(readEntity(client, 'member_level', toMemberLevelId('s', 'you'))).toBeUndefined();
  expect(outdated()).toEqual(['mine']);
});

it("the viewer sees each earned badge once, and others' badges not at all", () => {
  const badges = [{ code: 'first_post' }, { code: 'ten_likes' }];
  receive('member.badges_awarded', { user_id: 'you', badges });
  expect(toast).not.toHaveBeenCalled();
  receive('member.badges_awarded', { user_id: 'me', badges });
  receive('member.badges_awarded', { user_id: 'me', badges });
  expect(toast.mock.calls).toEqual([
    [{ title: 'You earned a badge: First post' }],
    [{ title: 'You earned a badge: Ten likes' }],
  ]);
});

it("a badge outdates the person's cards in all spaces, and nothing else", () => {
  receive('member.badges_awarded', { user_id: 'me', badges: [] });
  expect(outdated()).toEqual(['mine', 'elsewhere']);
  expect(client.getQueryState(['get_profile', { user_id: 'me' }])?.isInvalidated).toBe(false);
});

it('after a lost connection, the cards of the space are outdated', () => {
  refetchChannel('space:s', context());
  expect(outdated()).toEqual(['mine', 'other']);
});
