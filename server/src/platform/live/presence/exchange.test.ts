import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { withFrozenTime } from '../../clock.ts';
import type { CarriedMessage } from '../outbox/carrier.ts';
import { createPresenceExchange } from './exchange.ts';
import { createOnlineUsers, type OnlineChange } from './online-users.ts';

const start = Date.UTC(2026, 10, 22);

/** Processes that tell each other who is online, over a carrier that may lose messages. */
function newScene(maxBytes = 7_900) {
  let seconds = 0;
  let isLosing = false;
  const sent: CarriedMessage[] = [];
  const processes: ReturnType<typeof newProcess>[] = [];

  function newProcess() {
    const users = createOnlineUsers();
    const changes: OnlineChange[] = [];
    users.onChange((next) => changes.push(...next));
    const here = new Map<string, Set<string>>();
    const send = async (messages: readonly CarriedMessage[]) => {
      for (const message of messages) {
        expect(message.body.length).toBeLessThanOrEqual(maxBytes);
        sent.push(message);
        if (!isLosing) for (const each of processes) each.exchange.receive(message.body);
      }
    };
    const exchange = createPresenceExchange(users, { maxBytes, send });
    return { users, changes, here, exchange };
  }
  return {
    sent,
    losing: (next: boolean) => {
      isLosing = next;
    },
    async join() {
      const process = newProcess();
      processes.push(process);
      await process.exchange.greet();
      return process;
    },
    /** Kills a process: it says nothing anymore. */
    kill: (process: ReturnType<typeof newProcess>) => void processes.splice(processes.indexOf(process), 1),
    stop: ({ exchange }: ReturnType<typeof newProcess>) =>
      withFrozenTime(start + seconds * 1000, exchange.stop),
    /** Lets time pass, in which all processes look every two seconds. */
    async pass(duration: number) {
      for (const until = seconds + duration; seconds < until; seconds += 2)
        for (const { exchange, here } of processes)
          await withFrozenTime(start + seconds * 1000, () => exchange.tick(new Map(here)));
    },
  };
}

it('tells every process who is online, in both directions', async () => {
  const { join, pass } = newScene();
  const a = await join();
  a.here.set('ann', new Set(['s']));
  await pass(2);
  const b = await join();
  b.here.set('ben', new Set(['s', 't']));
  await pass(4);
  for (const { users } of [a, b]) {
    expect(users.listOnline('s', 10).toSorted()).toEqual(['ann', 'ben']);
    expect([users.countOnline('s'), users.countOnline('t')]).toEqual([2, 1]);
    expect([users.isOnline('ann', null), users.isOnline('ann', 't')]).toEqual([true, false]);
  }
  b.here.delete('ben');
  await pass(2);
  expect([a.users.isOnline('ben', null), a.users.countOnline('t')]).toEqual([false, 0]);
  expect(a.changes.slice(-3)).toEqual([
    { user_id: 'ben', space_id: 's', is_online: false },
    { user_id: 'ben', space_id: 't', is_online: false },
    { user_id: 'ben', space_id: null, is_online: false },
  ]);
});

it('counts those who are on two processes once, and until they have left both', async () => {
  const { join, pass } = newScene();
  const [a, b] = [await join(), await join()];
  for (const { here } of [a, b]) here.set('ann', new Set(['s']));
  await pass(4);
  expect(a.users.countOnline('s')).toBe(1);
  b.here.delete('ann');
  await pass(2);
  expect(a.users.isOnline('ann', 's')).toBe(true);
  expect(a.changes).toHaveLength(2);
});

it('sends one message a minute alone, and none about users', async () => {
  const { join, pass, sent } = newScene();
  const a = await join();
  a.here.set('ann', new Set());
  await pass(600);
  expect(sent).toHaveLength(11);
  expect(sent.every(({ body }) => !body.includes('ann'))).toBe(true);
});

/** Two processes, of which `b` didn't get the message that Ann has come to `a`. */
async function newSceneAfterLoss() {
  const { join, pass, losing } = newScene();
  const [a, b] = [await join(), await join()];
  await pass(4);
  losing(true);
  a.here.set('ann', new Set());
  await pass(2);
  losing(false);
  return { a, b, pass };
}

it('asks for everything after a lost message', async () => {
  const { a, b, pass } = await newSceneAfterLoss();
  a.here.set('ben', new Set());
  await pass(6);
  expect([b.users.isOnline('ann', null), b.users.isOnline('ben', null)]).toEqual([true, true]);
});

it('notices a lost message within half a minute if none follows', async () => {
  const { b, pass } = await newSceneAfterLoss();
  await pass(36);
  expect(b.users.isOnline('ann', null)).toBe(true);
});

it('forgets the users of a killed process within 75 seconds, and of a stopped one after 20', async () => {
  const { join, pass, kill, stop } = newScene();
  const [a, b, c] = [await join(), await join(), await join()];
  b.here.set('ben', new Set());
  c.here.set('cem', new Set());
  await pass(30);
  kill(b);
  await stop(c);
  kill(c);
  await pass(18);
  expect([a.users.isOnline('ben', null), a.users.isOnline('cem', null)]).toEqual([true, true]);
  await pass(6);
  expect([a.users.isOnline('ben', null), a.users.isOnline('cem', null)]).toEqual([true, false]);
  await pass(60);
  expect(a.users.isOnline('ben', null)).toBe(false);
});

it('sends everything in portions that fit, without anyone going offline in between', async () => {
  const { join, pass } = newScene(1_000);
  const a = await join();
  for (let n = 0; n < 100; n++) a.here.set(`user-${n}-of-a-long-name`, new Set(['s', `t${n}`]));
  await pass(2);
  const b = await join();
  await pass(6);
  expect(b.users.countOnline('s')).toBe(100);
  const c = await join();
  await pass(6);
  expect(c.users.countOnline('s')).toBe(100);
  expect(b.changes.filter(({ is_online }) => !is_online)).toEqual([]);
  for (const userId of [...a.here.keys()].slice(0, 60)) a.here.delete(userId);
  await pass(4);
  expect([b.users.countOnline('s'), c.users.countOnline('s')]).toEqual([40, 40]);
});

it.each([7_900, 1_000])('sends all spaces of a user with many in messages of %i bytes', async (maxBytes) => {
  const { join, pass } = newScene(maxBytes);
  const [a, b] = [await join(), await join()];
  await pass(4);
  const spaces = Array.from({ length: 500 }, () => randomUUID());
  const [ann, ben] = [randomUUID(), randomUUID()];
  a.here.set(ann, new Set(spaces)).set(ben, new Set(spaces.slice(0, 1)));
  await pass(4);
  const c = await join();
  await pass(6);
  for (const { users } of [b, c]) {
    expect(spaces.filter((space) => users.isOnline(ann, space))).toEqual(spaces);
    expect([users.isOnline(ann, null), users.isOnline(ben, spaces[0] ?? '')]).toEqual([true, true]);
  }
  // What one leaves is known too, and nobody was offline in between.
  a.here.set(ann, new Set(spaces.slice(0, 400)));
  await pass(4);
  for (const { users, changes } of [b, c]) {
    expect(spaces.filter((space) => users.isOnline(ann, space))).toEqual(spaces.slice(0, 400));
    expect(changes.filter(({ is_online }) => !is_online)).toHaveLength(100);
  }
});

it('ignores what it cannot understand', async () => {
  const { join, pass } = newScene();
  const a = await join();
  a.exchange.receive(JSON.stringify({ type: 'news', from: 'a newer version' }));
  await pass(2);
  expect(a.users.countOnline('s')).toBe(0);
});
