import { expect, it } from 'vitest';
import type { NotificationType } from '#contract/features/notifications/notification-types.ts';
import { type Grouped, toBatchKey } from './batch-key.ts';

const of: Grouped = {
  space_id: 's',
  actor_id: 'a',
  target: { id: 't', post_id: 'p' },
  at: '2026-11-22T23:59:00.000Z',
};

it.each<[NotificationType, object, string | null]>([
  ['post_like', {}, 'post_like:t'],
  ['comment_reply', { to: 'post' }, 'comment_reply:p'],
  ['space_join', { event: 'joined' }, 'space_join:s:2026-11-22:joined'],
  ['space_join', { event: 'requested' }, 'space_join:s:2026-11-22:requested'],
  ['new_post', { several: true }, 'new_post:s:a:2026-11-22'],
  ['event_reminder', { event: 'changed' }, 'event_reminder:t'],
  ['mention', {}, null],
  ['group_added', {}, null],
  ['membership', { outcome: 'approved' }, null],
])('%s with %j is merged by %s', (type, params, key) => {
  expect(toBatchKey(type, { ...of, params })).toBe(key);
});

it.each<NotificationType>(['mention', 'group_added'])('%s is merged by conversation', (type) => {
  const inGroup = { ...of, space_id: undefined, conversation_id: 'c' };
  expect(toBatchKey(type, inGroup)).toBe(`${type}:c`);
  expect(() => toBatchKey(type, { ...inGroup, conversation_id: undefined })).toThrow('needs conversation');
});

it('A notification without a value that its key needs is refused', () => {
  expect(() => toBatchKey('comment_reply', { ...of, target: { id: 't' } })).toThrow('needs post');
  expect(() => toBatchKey('new_post', { ...of, actor_id: null })).toThrow('needs actor');
  expect(() => toBatchKey('space_join', of)).toThrow('needs params.event');
});
