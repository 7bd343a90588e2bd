import { expect, it } from 'vitest';
import { withFrozenTime } from '../clock.ts';
import type { Logger } from '../log.ts';
import { createPresenceCheck, type Presence, recordEvery, renewEvery } from './presence.ts';

const start = Date.UTC(2026, 10, 22);
const log = { error: () => {}, warn: () => {} } as unknown as Logger;

/** Connections of users, each with a page of one space open, and what was recorded of them. */
function newScene() {
  const sockets = new Map<
    string,
    { data: { viewer: never; channels: Map<string, string>; is_hidden: boolean } }
  >();
  const statements: string[][] = [];
  let fails = false;
  const record = async (present: readonly Presence[]) => {
    statements.push(present.map(({ user_id, space_id }) => `${user_id} in ${space_id}`).toSorted());
    if (fails) throw new Error('no database');
  };
  const check = createPresenceCheck(() => sockets.values(), record, log);
  return {
    statements,
    failing: (next: boolean) => {
      fails = next;
    },
    open: (user_id: string, space_id: string | null = 's', is_hidden = false) => {
      const channels = new Map(space_id ? [['space:1', space_id]] : []);
      const data = { viewer: { user_id } as never, channels, is_hidden };
      sockets.set(user_id, { data });
      return data;
    },
    close: (user_id: string) => void sockets.delete(user_id),
    at: (seconds: number) => withFrozenTime(start + seconds * 1000, check),
  };
}

it('records everyone who came within half a minute in one statement, the first at once', async () => {
  const { open, at, statements } = newScene();
  await at(0);
  open('ann');
  await at(5);
  expect(statements).toEqual([['ann in s']]);
  open('ben');
  await at(10);
  open('cem', 't');
  for (const seconds of [15, 20, 25, 30]) await at(seconds);
  expect(statements).toHaveLength(1);
  await at(35);
  expect(statements.slice(1)).toEqual([['ben in s', 'cem in t']]);
});

it('writes at most two statements a minute, and each user every two minutes', async () => {
  const { open, at, statements } = newScene();
  for (let seconds = 0; seconds <= 600; seconds += 5) {
    open(`user-${seconds}`);
    await at(seconds);
  }
  expect(statements.length).toBeLessThanOrEqual((600 * 1000) / recordEvery + 1);
  const times = statements.filter((users) => users.includes('user-0 in s')).length;
  expect(times).toBe((600 * 1000) / renewEvery + 1);
});

it('leaves hidden tabs out, and records those that are shown again or were left meanwhile', async () => {
  const { open, close, at, statements } = newScene();
  const hidden = open('ann', 's', true);
  open('ben');
  await at(0);
  expect(statements).toEqual([['ben in s']]);
  open('cem');
  await at(5);
  close('cem');
  hidden.is_hidden = false;
  await at(30);
  expect(statements.slice(1)).toEqual([['ann in s', 'cem in s']]);
});

it('records those who have a page of no space open, and once also those with several connections', async () => {
  const { open, at, statements } = newScene();
  open('ann', null);
  open('ben', null, true);
  await at(0);
  await at(5);
  expect(statements).toEqual([['ann in null']]);
  open('ann', 's');
  await at(30);
  expect(statements.slice(1)).toEqual([['ann in s']]);
});

it('tries again after half a minute if it fails', async () => {
  const { open, at, statements, failing } = newScene();
  open('ann');
  failing(true);
  await at(0);
  failing(false);
  await at(5);
  expect(statements).toHaveLength(1);
  await at(30);
  await at(60);
  expect(statements).toEqual([['ann in s'], ['ann in s']]);
});
