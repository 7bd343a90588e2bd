import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { publishAlone } from './fan-out.ts';

it('A community publishes and notifies before the next one does', async () => {
  const order: string[] = [];
  const publishing = ['bread', 'games'].map((name) =>
    publishAlone(async () => {
      order.push(`${name} publishes`);
      await nextTurn();
      order.push(`${name} notifies`);
    }),
  );
  await Promise.all(publishing);
  expect(order).toEqual(['bread publishes', 'bread notifies', 'games publishes', 'games notifies']);
});
