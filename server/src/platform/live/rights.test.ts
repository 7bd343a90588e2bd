import { sql } from 'kysely';
import { io } from 'socket.io-client';
import { describe, expect, it, vi } from 'vitest';
import { newId } from '#server/platform/ids.ts';
import { recordQueries } from '#testing/count-queries.ts';
import { listen } from '#testing/live.ts';
import { holdQueries } from '#testing/lock-waits.ts';
import { newMember, newPerson, newPost, newSpace } from '#testing/people.ts';
import { newPersonBySql } from '#testing/people-by-sql.ts';
import { publishMarker } from '#testing/publish-events.ts';
import { sharedServer } from '#testing/server.ts';
import { newPostBySql, removeWithoutRequest, setPaid, setRole } from '#testing/space-facts.ts';

const server = sharedServer();

describe('Access to channels', () => {
  it('is checked when subscribing', async () => {
    const owner = await newPerson(server);
    const [open, hidden, paid] = [
      await newSpace(owner),
      await newSpace(owner, { is_private: true }),
      await newSpace(owner),
    ];
    const posts = [await newPost(owner, open), await newPost(owner, hidden), await newPost(owner, paid)];
    await setPaid(server, paid.id);
    const stranger = await newPersonBySql(server);
    const member = await newPersonBySql(server);
    for (const space of [open, hidden, paid]) await setRole(server, space.id, member.user.id, 'member');
    const channels = {
      open: [`space:${open.id}`, `post:${posts[0]?.id}`],
      closed: [`space:${hidden.id}`, `post:${posts[1]?.id}`, `space:${paid.id}`, `post:${posts[2]?.id}`],
    };
    for (const [who, client, inside] of [
      ['signed out', undefined, false],
      ['stranger', stranger, false],
      ['member', member, true],
      ['owner', owner, true],
    ] as const) {
      const listener = await listen(server.url, client);
      for (const channel of channels.open)
        expect([who, await listener.subscribe(channel)]).toMatchObject([who, { ok: true }]);
      for (const channel of channels.closed) {
        const response = await listener.subscribe(channel);
        expect([who, channel, response]).toMatchObject([
          who,
          channel,
          inside ? { ok: true } : { reason: 'forbidden' },
        ]);
      }
      expect(await listener.subscribe(`user:${owner.user.id}`)).toMatchObject(
        who === 'owner' ? { ok: true } : { reason: 'forbidden' },
      );
      listener.close();
    }
  });

  it('is denied for unknown ids, and malformed requests do no harm', async () => {
    const person = await newPerson(server);
    const listener = await listen(server.url, person);
    for (const kind of ['space', 'post', 'user']) {
      expect(await listener.subscribe(`${kind}:${newId()}`)).toEqual({ ok: false, reason: 'forbidden' });
    }
    for (const channel of [
      '',
      'space',
      'space:',
      `space:${'-'.repeat(36)}`,
      `space:${'0'.repeat(36)}`,
      `SPACE:${newId()}`,
      `space:${newId()}x`,
      `comment:${newId()}`,
      listener.socket.id ?? '',
      '__proto__',
    ]) {
      expect([channel, await listener.subscribe(channel)]).toEqual([
        channel,
        { ok: false, reason: 'invalid' },
      ]);
    }
    const ask = (request: unknown) =>
      new Promise((resolve) => listener.socket.emit('subscribe', request as never, resolve));
    const channel = `user:${person.user.id}`;
    for (const request of [
      null,
      'x',
      7,
      [],
      {},
      { channel },
      { channel, since: -1 },
      { channel, since: 0.5 },
      { channel, since: 1e300 },
    ]) {
      expect(await ask(request)).toEqual({ ok: false, reason: 'invalid' });
    }
    for (const request of [null, 'x', {}, { channel: 7 }, { channel: listener.socket.id }]) {
      listener.socket.emit('unsubscribe', request as never);
    }
    listener.socket.emit('subscribe', { channel, since: null }, undefined as never);
    expect(await listener.subscribe(channel)).toMatchObject({ ok: true });
    listener.close();
  });

  it('is limited to a hundred channels per connection', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const listener = await listen(server.url, owner);
    const responses = [];
    for (let n = 0; n < 101; n += 1) {
      responses.push(await listener.subscribe(`post:${await newPostBySql(server, space.id, owner.user.id)}`));
    }
    expect(responses.filter(({ ok }) => ok)).toHaveLength(100);
    expect(responses.at(-1)).toEqual({ ok: false, reason: 'invalid' });
    listener.close();
  });

  it('is denied to pages of other sites', async () => {
    const socket = io(server.url, {
      path: '/live',
      transports: ['websocket'],
      reconnection: false,
      extraHeaders: { origin: 'https://evil.example' },
    });
    await new Promise<void>((resolve, reject) => {
      socket.on('connect_error', () => resolve());
      socket.on('connect', () => reject(new Error('The connection was accepted')));
    });
    socket.close();
  });
});

describe('a lost right', () => {
  it.each(['remove_member', 'ban_member'] as const)(
    'by %s ends the subscription immediately',
    async (operation) => {
      const owner = await newPerson(server);
      const space = await newSpace(owner, { is_private: true });
      const post = await newPost(owner, space);
      const [leaver, stayer] = [await newPersonBySql(server), await newPersonBySql(server)];
      for (const { user } of [leaver, stayer]) await setRole(server, space.id, user.id, 'member');
      const [gone, here] = [await listen(server.url, leaver), await listen(server.url, stayer)];
      for (const listener of [gone, here]) {
        await listener.subscribe(`space:${space.id}`);
        await listener.subscribe(`post:${post.id}`);
      }
      await gone.subscribe(`user:${leaver.user.id}`);
      await publishMarker(server, space.id, 1);
      await gone.received('space.member_count_changed', ({ payload }) => payload.member_count === 1);
      await owner.call(operation, { space_id: space.id, user_id: leaver.user.id });
      await Promise.all([2001, 2002, 2003].map((mark) => publishMarker(server, space.id, mark)));
      await owner.call('like_post', { post_id: post.id });
      await here.received('post.stats_changed', ({ channel }) => channel.startsWith('post:'));
      for (const mark of [2001, 2002, 2003])
        await here.received('space.member_count_changed', ({ payload }) => payload.member_count === mark);
      await gone.received('membership.changed');
      await vi.waitFor(() => expect(gone.closed.sort()).toEqual([`post:${post.id}`, `space:${space.id}`]));
      const removal = gone.events.findIndex(({ type }) => type === 'membership.changed');
      expect(gone.events.slice(removal + 1)).toEqual([]);
      expect(await gone.subscribe(`space:${space.id}`, 0)).toEqual({ ok: false, reason: 'forbidden' });
      gone.close();
      here.close();
    },
  );

  it('by a space that turns private is checked for all listeners in one statement', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const channel = `space:${space.id}`;
    const [member, ...strangers] = await Promise.all(Array.from({ length: 4 }, () => newPersonBySql(server)));
    if (!member) throw new Error('no member');
    await setRole(server, space.id, member.user.id, 'member');
    const kept = [await listen(server.url, owner), await listen(server.url, member)];
    const ended = await Promise.all([undefined, ...strangers].map((client) => listen(server.url, client)));
    for (const listener of [...kept, ...ended]) await listener.subscribe(channel);
    const queries = await recordQueries(async () => {
      await owner.call('update_space', { space_id: space.id, is_private: true });
      await vi.waitFor(() => expect(ended.map(({ closed }) => closed)).toEqual(ended.map(() => [channel])));
    });
    const checks = queries
      .filter(({ text }) => /left join space_members m/.test(text))
      .map(({ text }) => text);
    // Those of the request are other statements; a check for each listener would repeat one.
    expect(checks.length).toBeGreaterThan(0);
    expect(new Set(checks).size).toBe(checks.length);
    await publishMarker(server, space.id, 88);
    for (const listener of kept) {
      await listener.received('space.member_count_changed', ({ payload }) => payload.member_count === 88);
      expect(listener.closed).toEqual([]);
    }
    for (const listener of ended) {
      expect(listener.events.filter(({ type }) => type === 'space.member_count_changed')).toEqual([]);
    }
    for (const listener of [...kept, ...ended]) listener.close();
  });

  it('of a public space closes nothing, because visitors may subscribe to it too', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner);
    const member = await newMember(server, space);
    const listener = await listen(server.url, member);
    await listener.subscribe(`space:${space.id}`);
    await listener.subscribe(`user:${member.user.id}`);
    await member.call('leave_space', { space_id: space.id });
    await listener.received('membership.changed');
    await publishMarker(server, space.id, 77);
    await listener.received('space.member_count_changed', ({ payload }) => payload.member_count === 77);
    expect(listener.closed).toEqual([]);
    listener.close();
  });

  it('while subscribing is detected, and later events are never sent', async () => {
    const owner = await newPerson(server);
    const space = await newSpace(owner, { is_private: true });
    const leaver = await newPersonBySql(server);
    await setRole(server, space.id, leaver.user.id, 'member');
    const listener = await listen(server.url, leaver);
    const secret = 5_000;
    const channel = `space:${space.id}`;
    // The subscription has passed its check and waits to read missed events, while the removal and more are committed.
    const read = holdQueries(/pg_column_size/);
    const subscribing = listener.subscribe(channel, 0);
    await read.held;
    await removeWithoutRequest(server, owner, space.id, leaver.user.id);
    await publishMarker(server, space.id, secret);
    await vi.waitFor(async () => {
      const { rows } = await sql`select 1 from live_events
          where channel = ${channel} and seq is not null and payload ->> 'member_count' = ${String(secret)}`.execute(
        server.db,
      );
      expect(rows).toHaveLength(1);
    });
    read.release();
    expect(await subscribing).toEqual({ ok: false, reason: 'forbidden' });
    await publishMarker(server, space.id, secret);
    const witness = await listen(server.url, owner);
    await witness.subscribe(`space:${space.id}`);
    await publishMarker(server, space.id, secret + 1);
    await witness.received(
      'space.member_count_changed',
      ({ payload }) => payload.member_count === secret + 1,
    );
    expect(listener.events).toEqual([]);
    listener.close();
    witness.close();
  });
});

describe('A session that ends', () => {
  it('closes its own connections and no others', async () => {
    const person = await newPerson(server);
    const other = server.client();
    await other.call('sign_in', { email: person.user.email, password: person.password });
    const [ending, staying] = [await listen(server.url, person), await listen(server.url, other)];
    await ending.subscribe(`user:${person.user.id}`);
    await staying.subscribe(`user:${person.user.id}`);
    const closed = new Promise((resolve) => ending.socket.on('disconnect', resolve));
    await person.call('sign_out');
    expect(await closed).toBe('io server disconnect');
    await staying.received('session.ended');
    expect(staying.socket.connected).toBe(true);
    ending.close();
    staying.close();
  });
});
