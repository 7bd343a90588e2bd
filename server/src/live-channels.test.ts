import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveSignal } from '#contract/live.ts';
import { parseChannel } from '#contract/values/channels.ts';
import { listen, type TestListener } from '#testing/live.ts';
import { startNats } from '#testing/nats/nats-server.ts';
import type { TestPerson } from '#testing/people.ts';
import { newPersonBySql } from '#testing/people-by-sql.ts';
import { publishMarker } from '#testing/publish-events.ts';
import { ownServer, type TestServer } from '#testing/server.ts';
import { features } from './app.ts';
import type { RunningServer } from './main.ts';
import type { Feature } from './platform/feature.ts';
import { newId } from './platform/ids.ts';
import { sequenceLiveEvents } from './platform/live/live.queries.ts';
import { collectLiveChannels, type LiveChannelKind } from './platform/live/live-channels.ts';
import { userRoom } from './platform/live/live-socket.ts';
import { publish, userChannel } from './platform/live/publish.ts';

/** The participants of each conversation, and those of them who are muted. */
const participants = new Map<string, Set<string>>();
const muted = new Set<string>();
/** Who gets no signals of a conversation. */
const unheard = new Map<string, string[]>();
const audienceReads: string[] = [];

const isParticipant = (id: string, userId: string | undefined) =>
  userId !== undefined && (participants.get(id)?.has(userId) ?? false);

/** Conversations in memory. `membership.changed` of a user stands for a ban; that of a conversation has a participant as its space. */
const conversation: LiveChannelKind = {
  canSubscribe: async (_db, viewer, id) => isParticipant(id, viewer?.user_id),
  audience: async (_db, id) => {
    audienceReads.push(id);
    return [...(participants.get(id) ?? [])];
  },
  accessEvents: {
    'membership.changed': ({ channel, payload }) => {
      const { kind, id } = parseChannel(channel);
      return [kind === 'user' ? id : payload.space_id];
    },
  },
  authorizeSignal: async (_db, viewer, id) =>
    isParticipant(id, viewer.user_id) && !muted.has(viewer.user_id)
      ? { except: [...(unheard.get(id) ?? [])] }
      : null,
};
const chat: Feature = { name: 'test-chat', liveChannels: { conversation } };
const nats = await startNats();
afterAll(async () => await nats?.kill());

describe.each(nats ? ['PostgreSQL', 'NATS'] : ['PostgreSQL'])('Live channels carried by %s', (carrier) => {
  const server = ownServer(
    'only this file has conversations in memory',
    { RATE_LIMITS: 'on', TRUST_PROXY: 'on', NATS_URL: carrier === 'NATS' ? nats?.url : '' },
    [...features.map(({ liveChannels: _, ...feature }) => feature), chat],
  );

  let addresses = 0;
  async function connect(url: string, person?: TestPerson) {
    addresses += 1;
    const listener = await listen(url, person, { 'x-forwarded-for': `203.0.113.${addresses}` });
    const signals: LiveSignal[] = [];
    listener.socket.on('signal', (signal) => signals.push(signal));
    return { ...listener, signals };
  }
  type Connected = Awaited<ReturnType<typeof connect>>;

  const channelOf = (id: string) => `conversation:${id}`;
  /** Publishes an event of a conversation with a number to recognize it by. */
  const say = (on: Pick<TestServer, 'db'>, id: string, mark: number) =>
    on.db
      .transaction()
      .execute((tx) =>
        publish(tx, channelOf(id), 'space.member_count_changed', { space_id: id, member_count: mark }),
      );
  /** Commits and numbers an event like a process that hasn't announced it yet. */
  const numberUnannounced = async (id: string, mark: number) => {
    const payload = JSON.stringify({ space_id: id, member_count: mark });
    await sql`insert into live_events (channel, type, payload)
      values (${channelOf(id)}, 'space.member_count_changed', ${payload}::jsonb)`.execute(server.db);
    await sequenceLiveEvents(server.db, [channelOf(id)], false);
  };
  /** Publishes that the participation of a user changed. */
  const participationChanged = (id: string, userId: string) =>
    server.db
      .transaction()
      .execute((tx) => publish(tx, channelOf(id), 'membership.changed', { space_id: userId, role: null }));
  /** Ends the connections over which the processes receive. Returns a function that lets them connect again. */
  const cutCarrier = async (): Promise<() => Promise<void>> => {
    if (nats && carrier === 'NATS') {
      await nats.kill();
      return nats.restart;
    }
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'hearth-listen' and datname = current_database()`.execute(server.db);
    return async () => {};
  };
  const marks = ({ events }: TestListener) =>
    events.flatMap(({ payload }) => ('member_count' in payload ? [payload.member_count] : []));
  const receivedMark = (listener: TestListener, mark: number) =>
    vi.waitFor(() => expect(marks(listener)).toContain(mark), { interval: 5 });
  const type = (from: Connected, id: string, is_typing: unknown = true) =>
    from.socket.emit('signal', {
      channel: channelOf(id),
      type: 'conversation.typing',
      payload: { is_typing },
    });

  let second: RunningServer;
  let id: string;
  let ann: TestPerson;
  let ben: TestPerson;
  let eve: TestPerson;
  beforeAll(async () => {
    second = await server.another();
  });
  beforeEach(async () => {
    id = newId();
    [ann, ben, eve] = await Promise.all([
      newPersonBySql(server),
      newPersonBySql(server),
      newPersonBySql(server),
    ]);
    participants.set(id, new Set([ann.user.id, ben.user.id]));
  });

  describe('Events of a channel with an audience', () => {
    it('reach every connection of the audience once, in any process, subscribed or not, and nobody else', async () => {
      const open = await connect(server.url, ann);
      const [list, elsewhere, stranger, visitor] = [
        await connect(server.url, ann),
        await connect(second.url, ben),
        await connect(second.url, eve),
        await connect(server.url),
      ];
      expect(await open.subscribe(channelOf(id))).toMatchObject({ ok: true });
      for (const other of [stranger, visitor])
        expect(await other.subscribe(channelOf(id))).toEqual({ ok: false, reason: 'forbidden' });
      await say(server, id, 1);
      await say({ db: second.platform.db }, id, 2);
      for (const listener of [open, list, elsewhere]) {
        await receivedMark(listener, 2);
        expect(marks(listener)).toEqual([1, 2]);
        expect(listener.events.map(({ channel }) => channel)).toEqual([channelOf(id), channelOf(id)]);
      }
      expect([...stranger.events, ...visitor.events]).toEqual([]);
      for (const listener of [open, list, elsewhere, stranger, visitor]) listener.close();
    });

    it('read the audience once in each process that has someone of it, and again after it changed', async () => {
      const [listener, elsewhere] = [await connect(server.url, ann), await connect(second.url, ben)];
      const reads = () => audienceReads.filter((read) => read === id).length;
      for (const mark of [1, 2, 3]) await say(server, id, mark);
      await receivedMark(listener, 3);
      await vi.waitFor(() => expect(reads()).toBe(2));
      await participationChanged(id, eve.user.id);
      for (const mark of [4, 5]) await say(server, id, mark);
      await receivedMark(listener, 5);
      await vi.waitFor(() => expect(reads()).toBe(4));
      for (const open of [listener, elsewhere]) open.close();
    });

    it('reach someone who was added from then on', async () => {
      const added = await connect(server.url, eve);
      const witness = await connect(server.url, ann);
      await say(server, id, 1);
      await receivedMark(witness, 1);
      participants.get(id)?.add(eve.user.id);
      await participationChanged(id, eve.user.id);
      await say(server, id, 2);
      await receivedMark(added, 2);
      expect(added.events.map(({ type }) => type)).toEqual([
        'membership.changed',
        'space.member_count_changed',
      ]);
      for (const listener of [added, witness]) listener.close();
    });

    it('reach the audience in order if the process that numbered an earlier one has not announced it', async () => {
      const listeners = [await connect(server.url, ben), await connect(second.url, ben)];
      await numberUnannounced(id, 1);
      // The first event of this channel that either process hears of, numbered by itself and by another one.
      await say(server, id, 2);
      for (const listener of listeners) {
        await receivedMark(listener, 2);
        expect(marks(listener)).toEqual([1, 2]);
        listener.close();
      }
    });

    it('from before someone was added do not reach them, also if they arrive late', async () => {
      const [added, addedElsewhere, witness] = [
        await connect(server.url, eve),
        await connect(second.url, eve),
        await connect(server.url, ann),
      ];
      await numberUnannounced(id, 1);
      participants.get(id)?.add(eve.user.id);
      await participationChanged(id, eve.user.id);
      await say(server, id, 2);
      for (const listener of [added, addedElsewhere, witness]) await receivedMark(listener, 2);
      expect(marks(witness)).toEqual([1, 2]);
      for (const listener of [added, addedElsewhere]) expect(marks(listener)).toEqual([2]);
      for (const listener of [added, addedElsewhere, witness]) listener.close();
    });

    it.each<[string, () => Promise<void>]>([
      ['an event of the channel', () => participationChanged(id, ben.user.id)],
      [
        'an event of another channel, as after a ban',
        () =>
          server.db
            .transaction()
            .execute((tx) =>
              publish(tx, userChannel(ben.user.id), 'membership.changed', { space_id: newId(), role: null }),
            ),
      ],
    ])('stop at once for someone who was removed, by %s', async (_how, announce) => {
      const [open, list, witness] = [
        await connect(server.url, ben),
        await connect(second.url, ben),
        await connect(second.url, ann),
      ];
      await open.subscribe(channelOf(id));
      await witness.subscribe(channelOf(id));
      await say(server, id, 1);
      for (const listener of [open, list]) await receivedMark(listener, 1);
      participants.get(id)?.delete(ben.user.id);
      await announce();
      await Promise.all([2, 3, 4].map((mark) => say(server, id, mark)));
      for (const mark of [2, 3, 4]) await receivedMark(witness, mark);
      await vi.waitFor(() => expect(open.closed).toEqual([channelOf(id)]));
      for (const listener of [open, list]) expect(marks(listener)).toEqual([1]);
      type(open, id);
      type(witness, id, false);
      expect(await open.subscribe(channelOf(id), 0)).toEqual({ ok: false, reason: 'forbidden' });
      for (const listener of [open, list, witness]) expect(listener.signals).toEqual([]);
      for (const listener of [open, list, witness]) listener.close();
    });
  });

  describe('A process whose connection for notifications was lost', () => {
    it('delivers to an audience what was published in the meantime', async () => {
      const [list, open] = [await connect(second.url, ben), await connect(second.url, ben)];
      await open.subscribe(channelOf(id));
      await say(server, id, 1);
      for (const listener of [list, open]) await receivedMark(listener, 1);
      const fresh = newId();
      participants.set(fresh, new Set([ben.user.id]));
      const restore = await cutCarrier();
      await say(server, id, 2);
      await say(server, fresh, 3);
      for (const listener of [list, open]) for (const mark of [2, 3]) await receivedMark(listener, mark);
      await restore();
      const sender = await connect(server.url, ann);
      await sender.subscribe(channelOf(id));
      // Nothing but the carrier brings signals to another process.
      await vi.waitFor(
        () => {
          type(sender, id);
          expect(open.signals).not.toEqual([]);
        },
        { interval: 500 },
      );
      await say(server, id, 4);
      for (const listener of [list, open]) {
        await receivedMark(listener, 4);
        // Channels have no order among each other.
        expect(marks(listener).toSorted()).toEqual([1, 2, 3, 4]);
      }
      for (const listener of [list, open, sender]) listener.close();
    });
  });

  describe('Signals', () => {
    it('reach the other subscribers in any process, but not the sender, the audience or strangers', async () => {
      const [sender, senderElsewhere, subscriber, list, stranger] = [
        await connect(server.url, ann),
        await connect(second.url, ann),
        await connect(second.url, ben),
        await connect(second.url, ben),
        await connect(server.url, eve),
      ];
      for (const listener of [sender, senderElsewhere, subscriber]) await listener.subscribe(channelOf(id));
      for (const unsubscribed of [stranger, list]) type(unsubscribed, id);
      type(sender, id);
      type(sender, id, false);
      await vi.waitFor(() => expect(subscriber.signals).toHaveLength(2));
      expect(subscriber.signals).toEqual(
        [true, false].map((is_typing) => ({
          channel: channelOf(id),
          type: 'conversation.typing',
          payload: { is_typing },
          user_id: ann.user.id,
        })),
      );
      for (const listener of [sender, senderElsewhere, list, stranger]) expect(listener.signals).toEqual([]);
      for (const listener of [sender, senderElsewhere, subscriber, list, stranger]) listener.close();
    });

    it('don’t reach the subscribers who must not get them', async () => {
      const [sender, hidden, other] = [
        await connect(server.url, ann),
        await connect(second.url, ben),
        await connect(second.url, eve),
      ];
      participants.get(id)?.add(eve.user.id);
      for (const listener of [sender, hidden, other]) await listener.subscribe(channelOf(id));
      unheard.set(id, [ben.user.id]);
      // A socket leaves channels, not the room that says whose it is.
      hidden.socket.emit('unsubscribe', { channel: userRoom(ben.user.id) });
      await hidden.subscribe(channelOf(id));
      type(sender, id);
      await vi.waitFor(() => expect(other.signals).toHaveLength(1));
      expect(other.signals[0]).not.toHaveProperty('except');
      expect(hidden.signals).toEqual([]);
      unheard.delete(id);
      participants.get(id)?.delete(eve.user.id);
      for (const listener of [sender, hidden, other]) listener.close();
    });

    it('are dropped from someone who may not send them, and if they are malformed', async () => {
      const [sender, subscriber] = [await connect(server.url, ann), await connect(server.url, ben)];
      for (const listener of [sender, subscriber]) await listener.subscribe(channelOf(id));
      const typing = { channel: channelOf(id), type: 'conversation.typing', payload: { is_typing: true } };
      for (const request of [
        null,
        'x',
        { ...typing, type: 'conversation.shouting' },
        { ...typing, payload: { is_typing: 'yes' } },
        { ...typing, payload: null },
        { ...typing, channel: `space:${id}` },
        { ...typing, channel: channelOf(newId()) },
      ])
        sender.socket.emit('signal', request as never);
      muted.add(ann.user.id);
      type(sender, id);
      // Messages of a connection are handled in order, and its checks too.
      await sender.subscribe(channelOf(id));
      muted.delete(ann.user.id);
      type(sender, id, false);
      await vi.waitFor(() => expect(subscriber.signals.length).toBeGreaterThan(0));
      expect(subscriber.signals.map(({ payload }) => payload)).toEqual([{ is_typing: false }]);
      for (const listener of [sender, subscriber]) listener.close();
    });

    it('beyond the limit are dropped, and the connection stays', async () => {
      const [sender, subscriber] = [await connect(server.url, ann), await connect(server.url, ben)];
      for (const listener of [sender, subscriber]) await listener.subscribe(channelOf(id));
      for (let n = 0; n < 60; n += 1) type(sender, id);
      await sender.subscribe(channelOf(id));
      await say(server, id, 1);
      await receivedMark(subscriber, 1);
      expect(subscriber.signals.length).toBeGreaterThan(10);
      expect(subscriber.signals.length).toBeLessThan(40);
      expect(sender.socket.connected).toBe(true);
      for (const listener of [sender, subscriber]) listener.close();
    });
  });

  describe('A kind of live channel', () => {
    it('is owned by one feature, and has an audience only if clients know that', async () => {
      expect(() => collectLiveChannels([chat, { ...chat, name: 'other' }])).toThrow(/other .* again/);
      const posts = { name: 'posts', liveChannels: { post: conversation } as never };
      expect(() => collectLiveChannels([posts])).toThrow(/audienceKinds/);
    });

    it('is forbidden while no feature owns it', async () => {
      const person = await newPersonBySql(server);
      const listener = await connect(server.url, person);
      expect(await listener.subscribe(channelOf(newId()))).toEqual({ ok: false, reason: 'forbidden' });
      await publishMarker(server, newId(), 1);
      listener.close();
    });
  });
});
