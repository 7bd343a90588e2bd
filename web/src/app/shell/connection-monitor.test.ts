import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ConnectionMonitor, lostGraceMs } from './connection-monitor.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function start() {
  const world = { reachable: true, network: true };
  const seen: string[] = [];
  const monitor = new ConnectionMonitor({
    reachServer: async () => world.reachable,
    hasNetwork: () => world.network,
    onLost: () => seen.push('lost'),
    onRestored: () => seen.push('restored'),
    onResumed: () => seen.push('resumed'),
    onStuck: () => seen.push('stuck'),
  });
  const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  monitor.setLive('connected');
  return { world, seen, monitor, wait };
}

it('only reports that the live connection is back that reconnects within the grace period', async () => {
  const { world, seen, monitor, wait } = start();
  world.reachable = false;
  monitor.setLive('lost');
  await wait(lostGraceMs - 1);
  expect(seen).toEqual([]);
  monitor.setLive('connected');
  await wait(60_000);
  expect(seen).toEqual(['resumed']);
});

it('reports a lost live connection when the server cannot be reached either', async () => {
  const { world, seen, monitor, wait } = start();
  world.reachable = false;
  monitor.setLive('lost');
  await wait(lostGraceMs);
  expect(seen).toEqual(['lost']);
  monitor.setLive('connected');
  expect(seen).toEqual(['lost', 'restored']);
});

it('does not report a lost live connection while requests succeed, but goes on checking', async () => {
  const { world, seen, monitor, wait } = start();
  monitor.setLive('lost');
  await wait(60_000);
  expect(seen).toEqual([]);
  world.reachable = false;
  await wait(30_000);
  expect(seen).toEqual(['lost']);
});

it('reports a network that goes away while the live connection is being opened', async () => {
  const { world, seen, monitor, wait } = start();
  monitor.setLive('connecting');
  Object.assign(world, { reachable: false, network: false });
  monitor.networkChanged();
  monitor.setLive('connected');
  await wait(0);
  expect(seen).toEqual(['lost']);
});

it('reports a network that went away before the live connection was ever open', async () => {
  const { world, seen, monitor, wait } = start();
  monitor.setLive('idle');
  world.reachable = false;
  monitor.setLive('connecting');
  await wait(lostGraceMs - 1);
  expect(seen).toEqual([]);
  await wait(1);
  expect(seen).toEqual(['lost']);
});

it('goes on checking while the live connection is not open yet', async () => {
  const { world, seen, monitor, wait } = start();
  monitor.setLive('connecting');
  await wait(lostGraceMs);
  expect(seen).toEqual([]);
  world.reachable = false;
  await wait(30_000);
  expect(seen).toEqual(['lost']);
});

it('checks again after a check that was faster than the loss of the network', async () => {
  const { world, seen, monitor, wait } = start();
  world.network = false;
  monitor.networkChanged();
  await wait(0);
  expect(seen).toEqual([]);
  world.reachable = false;
  await wait(5_000);
  expect(seen).toEqual(['lost']);
});

it('checks again soon after such a check while the live connection is being opened', async () => {
  const { world, seen, monitor, wait } = start();
  monitor.setLive('connecting');
  world.network = false;
  monitor.networkChanged();
  await wait(0);
  world.reachable = false;
  await wait(5_000);
  expect(seen).toEqual(['lost']);
});

it('checks less and less often while the browser reports no network and the server can be reached', async () => {
  const { world, seen, monitor, wait } = start();
  world.network = false;
  monitor.networkChanged();
  await wait(5_000 + 10_000 + 20_000);
  world.reachable = false;
  await wait(39_999);
  expect(seen).toEqual([]);
  await wait(1);
  expect(seen).toEqual(['lost']);
});

it("verifies the browser's offline and online events with a check", async () => {
  const { world, seen, monitor, wait } = start();
  monitor.networkChanged();
  await wait(0);
  expect(seen).toEqual([]);
  world.reachable = false;
  monitor.networkChanged();
  await wait(0);
  expect(seen).toEqual(['lost']);
  monitor.networkChanged();
  await wait(0);
  expect(seen).toEqual(['lost']);
  world.reachable = true;
  monitor.networkChanged();
  await wait(0);
  expect(seen).toEqual(['lost', 'restored']);
});

it('detects without an event that the server is back', async () => {
  const { world, seen, monitor, wait } = start();
  world.reachable = false;
  monitor.networkChanged();
  await wait(0);
  world.reachable = true;
  await wait(5_000);
  expect(seen).toEqual(['lost', 'restored']);
});

it('ignores a slow check that the live connection overtook', async () => {
  const seen: string[] = [];
  const responses: ((isReachable: boolean) => void)[] = [];
  const monitor = new ConnectionMonitor({
    reachServer: () => new Promise((resolve) => void responses.push(resolve)),
    hasNetwork: () => true,
    onLost: () => seen.push('lost'),
    onRestored: () => seen.push('restored'),
    onResumed: () => seen.push('resumed'),
    onStuck: () => seen.push('stuck'),
  });
  monitor.networkChanged();
  monitor.setLive('connected');
  responses[0]?.(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen).toEqual([]);
});

it('waits 5 s, doubled per failure, and suggests a reload after five failures in a row', async () => {
  const { world, seen, monitor, wait } = start();
  world.reachable = false;
  monitor.networkChanged();
  await wait(5_000 + 10_000 + 20_000 + 40_000 - 1);
  expect(seen).toEqual(['lost']);
  await wait(1);
  expect(seen).toEqual(['lost', 'stuck']);
  // The count restarts.
  await wait(5_000 + 10_000 + 20_000 + 40_000);
  expect(seen).toEqual(['lost', 'stuck']);
});

it('never suggests a reload while there is no network', async () => {
  const { world, seen, monitor, wait } = start();
  Object.assign(world, { reachable: false, network: false });
  monitor.networkChanged();
  await wait(600_000);
  expect(seen).toEqual(['lost']);
});

it('reports nothing once stopped', async () => {
  const { world, seen, monitor, wait } = start();
  world.reachable = false;
  monitor.setLive('lost');
  monitor.stop();
  await wait(600_000);
  expect(seen).toEqual([]);
});
