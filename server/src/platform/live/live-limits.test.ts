import { expect, it } from 'vitest';
import { costOfResume, createLiveLimits } from './live-limits.ts';

type Limits = ReturnType<typeof createLiveLimits>;
let connections = 0;

/** Simulates a window that reconnects after a restart and resumes its channels. Returns the waits of rejected steps. */
function resume(limits: Limits, network: string, userId: string | null, channels: number, missed: number) {
  connections += 1;
  const connection = `connection ${connections}`;
  const source = { network, userId };
  const waits = [
    limits.take('request', null, source),
    limits.take('connect', null, source),
    limits.take('connectAs', null, source),
    limits.take('message', connection, source),
  ];
  expect(limits.open('network', network)).toBe(true);
  if (userId !== null) expect(limits.open('person', userId)).toBe(true);
  for (let channel = 0; channel < channels; channel += 1) {
    waits.push(
      limits.take('message', connection, source),
      limits.take('subscribe', connection, source),
      limits.take('replay', connection, source, costOfResume),
      limits.take('replay', connection, source, missed),
    );
    limits.charge('replay', connection, source, missed);
  }
  return waits.filter((wait) => wait > 0);
}

it('200 users behind one address can reconnect at the same moment, with two windows each', () => {
  const limits = createLiveLimits(true);
  for (let person = 0; person < 200; person += 1) {
    for (const _window of [1, 2]) expect(resume(limits, '203.0.113.1', `${person}`, 5, 10)).toEqual([]);
  }
});

it('A browser can reconnect with a hundred channels in each of ten windows', () => {
  const limits = createLiveLimits(true);
  for (let window = 0; window < 10; window += 1) {
    expect(resume(limits, '203.0.113.1', 'a person', 100, 0)).toEqual([]);
  }
});

it('A window with 80 channels can resume after 12 missed events in each', () => {
  const limits = createLiveLimits(true);
  expect(resume(limits, '203.0.113.1', 'a person', 80, 12)).toEqual([]);
});

it('Nothing is rejected if limits are off', () => {
  const limits = createLiveLimits(false);
  for (let n = 0; n < 20; n += 1) expect(resume(limits, '203.0.113.1', 'a person', 500, 500)).toEqual([]);
});
