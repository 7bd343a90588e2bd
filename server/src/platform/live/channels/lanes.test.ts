import { expect, it, vi } from 'vitest';
import type { LiveEvent } from '#contract/live.ts';
import { publishMarker } from '#testing/publish-events.ts';
import { sharedServer } from '#testing/server.ts';
import { newId } from '../../ids.ts';
import { listChannelEventsAfter } from '../live.queries.ts';
import type { EventBatch } from '../outbox/carrier.ts';
import { createLanes } from './lanes.ts';

const server = sharedServer();

/** A channel with this many numbered events. */
async function newChannel(count: number): Promise<{ channel: string; events: LiveEvent[] }> {
  const id = newId();
  const channel = `space:${id}`;
  for (let mark = 1; mark <= count; mark += 1) await publishMarker(server, id, mark);
  const events = await vi.waitFor(async () => {
    const found = await listChannelEventsAfter(server.db, channel, 0, 100);
    expect(found).toHaveLength(count);
    return found;
  });
  return { channel, events };
}
const batchOf = (events: LiveEvent[], previous: number): EventBatch => ({
  channel: events[0]?.channel ?? '',
  previous,
  last: events.at(-1)?.seq ?? 0,
  access_seq: 0,
  events,
});
function collect(fail: (events: LiveEvent[]) => boolean = () => false, neededAfter = 0) {
  const delivered: LiveEvent[] = [];
  const errors: unknown[] = [];
  const lanes = createLanes({
    db: server.db,
    deliver: async (_channel, events, _access, done) => {
      if (fail(events)) throw new Error('not now');
      delivered.push(...events);
      done(events.at(-1)?.seq ?? 0);
    },
    neededAfter: async () => neededAfter,
    failed: (error) => errors.push(error),
  });
  return { lanes, delivered, errors };
}
const seqs = (events: readonly LiveEvent[]) => events.map(({ seq }) => seq);

it('A channel that nobody here follows is neither delivered nor read', async () => {
  const { channel, events } = await newChannel(1);
  const { lanes, delivered } = collect();
  lanes.receive(batchOf(events, 0));
  await lanes.deliverThrough(channel, events[0]?.seq ?? 0);
  expect([delivered, lanes.channels()]).toEqual([[], []]);
});

it('Batches that overlap, come twice or late are delivered once and in order, with what is missing between them', async () => {
  const { channel, events } = await newChannel(6);
  const { lanes, delivered } = collect();
  const before = (index: number) => events[index - 1]?.seq ?? 0;
  lanes.open(channel, 0);
  lanes.receive(batchOf(events.slice(0, 2), 0));
  lanes.receive(batchOf(events.slice(3, 5), before(3)));
  lanes.receive(batchOf(events.slice(1, 4), before(1)));
  lanes.receive({ ...batchOf(events.slice(5), before(5)), events: null });
  await lanes.deliverThrough(channel, events[5]?.seq ?? 0);
  expect(seqs(delivered)).toEqual(seqs(events));
  lanes.receive(batchOf(events, 0));
  await lanes.stop();
  expect(delivered).toHaveLength(6);
});

it('A failed delivery is repeated from where it failed', async () => {
  const { channel, events } = await newChannel(3);
  let failures = 1;
  const { lanes, delivered, errors } = collect(() => failures-- > 0);
  lanes.open(channel, events[0]?.seq ?? 0);
  lanes.receive(batchOf(events, 0));
  await lanes.deliverThrough(channel, events[2]?.seq ?? 0);
  expect(seqs(delivered)).toEqual(seqs(events.slice(1)));
  expect(errors).toHaveLength(1);
  await lanes.stop();
});

it('A channel that is closed delivers nothing more and lets everyone go who waits for it', async () => {
  const { channel, events } = await newChannel(1);
  const { lanes, delivered } = collect(() => true);
  lanes.open(channel, 0);
  const waiting = lanes.deliverThrough(channel, events[0]?.seq ?? 0);
  lanes.close(channel);
  await waiting;
  await lanes.stop();
  expect(delivered).toEqual([]);
});

it('Missing events that nobody here needs anymore are left out, but one that is awaited is delivered', async () => {
  const { channel, events } = await newChannel(6);
  const { lanes, delivered } = collect(undefined, events[2]?.seq);
  const before = (index: number) => events[index - 1]?.seq ?? 0;
  lanes.open(channel, 0);
  lanes.receive(batchOf(events.slice(4, 5), before(4)));
  await lanes.deliverThrough(channel, before(5));
  expect(seqs(delivered)).toEqual(seqs(events.slice(3)));

  const idle = collect(undefined, Number.POSITIVE_INFINITY);
  idle.lanes.open(channel, 0);
  idle.lanes.receive(batchOf(events.slice(1, 2), before(1)));
  await idle.lanes.deliverThrough(channel, before(5));
  expect(seqs(idle.delivered)).toEqual(seqs(events.slice(4)));
  for (const open of [lanes, idle.lanes]) await open.stop();
});
