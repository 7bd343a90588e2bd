import pino from 'pino';
import { expect, it, vi } from 'vitest';
import { type Announced, createAnnouncer } from './announcer.ts';
import { accessTopic, type Carrier, userTopic } from './carrier.ts';

const log = pino({ level: 'silent' });
const batch = (channel: string, announcement: number, more: Partial<Announced> = {}): Announced => ({
  channel,
  previous: 0,
  last: 1,
  access_seq: 0,
  events: [{ seq: 1, channel, type: 'map.changed', payload: { space_id: 's1' } }],
  changes_access: false,
  announcement,
  ...more,
});
function createCarrier() {
  const send = vi.fn<Carrier['send']>(async () => {});
  const carrier: Carrier = {
    maxBytes: 7_900,
    send,
    listen: () => Promise.reject(new Error('not here')),
    stop: async () => {},
  };
  const topics = () => send.mock.calls.flatMap(([messages]) => messages.map(({ topic }) => topic));
  return { carrier, send, topics };
}

it('A batch goes to its channel, to its audience, and to every process if it changes access', async () => {
  const { carrier, send, topics } = createCarrier();
  const announcer = createAnnouncer(carrier, async () => ['ann', 'ben'], log);
  announcer.announce([batch('space:1', 1), batch('conversation:1', 1, { changes_access: true })]);
  await announcer.idle();
  expect(topics()).toEqual(['space:1', 'conversation:1', accessTopic, userTopic('ann'), userTopic('ben')]);
  expect(send.mock.calls.map(([, announcements]) => announcements)).toEqual([[1]]);
});

it('Events that are too large are announced without them', async () => {
  const { carrier, send } = createCarrier();
  const announcer = createAnnouncer(carrier, async () => [], log);
  const events = [{ ...batch('space:1', 1).events?.[0], payload: { space_id: 'x'.repeat(9_000) } }] as never;
  announcer.announce([batch('space:1', 1, { events })]);
  await announcer.idle();
  const [[messages] = [[]]] = send.mock.calls;
  expect(messages.map(({ body }) => JSON.parse(body))).toMatchObject([{ last: 1, events: null }]);
});

it('A batch whose audience cannot be read keeps its announcement, and holds back no other', async () => {
  const { carrier, send, topics } = createCarrier();
  const announcer = createAnnouncer(
    carrier,
    async ({ channel }) => {
      if (channel === 'conversation:1') throw new Error('down');
      return ['ann'];
    },
    log,
  );
  announcer.announce([batch('conversation:1', 1), batch('conversation:2', 2)]);
  await announcer.idle();
  expect(topics()).toEqual(['conversation:2', userTopic('ann')]);
  expect(send.mock.calls.map(([, announcements]) => announcements)).toEqual([[2]]);
});

it('An announcement is not divided, so it is deleted only once all of its batches have been sent', async () => {
  const { carrier, send, topics } = createCarrier();
  send.mockRejectedValueOnce(new Error('down'));
  const announcer = createAnnouncer(carrier, async () => [], log);
  announcer.announce([
    ...Array.from({ length: 499 }, (_, n) => batch(`space:${n}`, n)),
    ...[1, 2, 3].map((n) => batch(`post:${n}`, 1_000)),
  ]);
  await announcer.idle();
  expect(send).toHaveBeenCalledOnce();
  expect(topics().slice(-3)).toEqual(['post:1', 'post:2', 'post:3']);
});
