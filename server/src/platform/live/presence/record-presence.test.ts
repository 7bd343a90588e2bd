import { expect, it } from 'vitest';
import { withFrozenTime } from '../../clock.ts';
import type { Logger } from '../../log.ts';
import { createPresenceRecorder, type Presence, recordEvery, renewEvery } from './record-presence.ts';

const start = Date.UTC(2026, 10, 22);
const log = { error: () => {}, warn: () => {} } as unknown as Logger;

interface TestSocket {
  data: {
    viewer: never;
    channels: Map<string, string>;
    memberships: Set<string>;
    is_hidden: boolean;
    appears_offline: boolean;
  };
}

/** Connections of users, each with a page of one space open, and what was recorded of them. */
function newScene() {
  const sockets = new Map<string, TestSocket>();
  const statements: string[][] = [];
  const times: Record<string, number> = {};
  const concealed: string[] = [];
  let fails = false;
  const record = async (present: readonly Presence[]) => {
    statements.push(present.map(({ user_id, space_id }) => `${user_id} in ${space_id}`).toSorted());
    for (const { user_id, at } of present) times[user_id] = (at - start) / 1000;
    if (fails) throw new Error('no database');
    return ['zoe'];
  };
  const check = createPresenceRecorder(
    () => sockets.values(),
    record,
    (userIds) => concealed.push(...userIds),
    log,
  );
  return {
    statements,
    times,
    concealed,
    failing: (next: boolean) => {
      fails = next;
    },
    open: (user_id: string, space_id: string | null = 's', is_hidden = false) => {
      const channels = new Map(space_id ? [['space:1', space_id]] : []);
      const viewer = { user_id } as never;
      const data = { viewer, channels, memberships: new Set<string>(), is_hidden, appears_offline: false };
      sockets.set(user_id, { data });
      return data;
    },
    close: (user_id: string) => void sockets.delete(user_id),
    at: (seconds: number) => withFrozenTime(start + seconds * 1000, check),
  };
}

it('records everyone who came within a minute in one statement, the first at once', async () => {
  const { open, at, statements } = newScene();
  await at(0);
  open('ann');
  await at(5);
  expect(statements).toEqual([['ann in s']]);
  open('ben');
  await at(10);
  open('cem', 't');
  for (const seconds of [15, 30, 45, 60]) await at(seconds);
  expect(statements).toHaveLength(1);
  await at(65);
  expect(statements.slice(1)).toEqual([['ben in s', 'cem in t']]);
});

it('writes at most one statement a minute, and each user every two minutes', async () => {
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
  await at(60);
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
  await at(60);
  expect(statements.slice(1)).toEqual([['ann in s']]);
});

it('tries again after a minute if it fails', async () => {
  const { open, at, statements, failing } = newScene();
  open('ann');
  failing(true);
  await at(0);
  failing(false);
  await at(5);
  expect(statements).toHaveLength(1);
  await at(60);
  await at(120);
  expect(statements).toEqual([['ann in s'], ['ann in s']]);
});

it('records when those who leave were here last, unless they were recorded a moment ago', async () => {
  const { open, close, at, statements, times } = newScene();
  open('ann');
  open('ben');
  await at(0);
  await at(20);
  close('ben');
  await at(70);
  close('ann');
  await at(72);
  expect(statements.slice(1)).toEqual([['ann in s']]);
  expect(times).toEqual({ ann: 70, ben: 0 });
});

it('reports those who appear offline, as the database says', async () => {
  const { open, at, concealed } = newScene();
  open('zoe');
  await at(0);
  expect(concealed).toEqual(['zoe']);
});

it('goes on recording when the clock is set back', async () => {
  const { open, at, statements } = newScene();
  open('ann');
  await at(3_600);
  open('ben');
  await at(0);
  expect(statements).toEqual([['ann in s'], ['ann in s', 'ben in s']]);
  await at(renewEvery / 1000 - 1);
  expect(statements).toHaveLength(2);
  await at(renewEvery / 1000);
  expect(statements).toHaveLength(3);
});
