import { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createHandshakeTurns } from './handshake-turns.ts';

/** A connection as HTTP servers have it: when the client ends it, it stays open. */
const newRequest = () => ({ socket: new Socket({ allowHalfOpen: true }) });

/** Takes longer than the share of a turn. */
const work = () => {
  const until = performance.now() + 6;
  while (performance.now() < until);
};

it('Requests come between handshakes, which begin in their order', async () => {
  const takeTurn = createHandshakeTurns();
  const begun: number[] = [];
  for (const number of [1, 2, 3])
    takeTurn(newRequest(), () => {
      work();
      begun.push(number);
    });
  const atTurns: number[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    await nextTurn();
    atTurns.push(begun.length);
  }
  expect(atTurns).toEqual([0, 1, 2, 3]);
  expect(begun).toEqual([1, 2, 3]);
});

it('Handshakes that are quick share a turn, and one that comes meanwhile has the next one', async () => {
  const takeTurn = createHandshakeTurns();
  const begun: string[] = [];
  takeTurn(newRequest(), () => {
    begun.push('first');
    takeTurn(newRequest(), () => begun.push('later'));
  });
  takeTurn(newRequest(), () => begun.push('second'));
  await nextTurn();
  await nextTurn();
  expect(begun).toEqual(['first', 'second']);
  await nextTurn();
  expect(begun).toEqual(['first', 'second', 'later']);
});

it('A handshake whose client has given up in the meantime is dropped, and takes no turn', async () => {
  const takeTurn = createHandshakeTurns();
  const begun: string[] = [];
  const [ended, closed] = [newRequest(), newRequest()];
  takeTurn(ended, () => begun.push('ended'));
  takeTurn(closed, () => begun.push('closed'));
  takeTurn(newRequest(), () => begun.push('open'));
  await nextTurn();
  // What the event loop reads in the turn after the request: the end of the connection.
  ended.socket.push(null);
  ended.socket.read();
  closed.socket.destroy();
  await nextTurn();
  expect(begun).toEqual(['open']);
  expect(ended.socket.destroyed).toBe(true);
});

it('A connection that fails before its turn ends nothing else', async () => {
  const takeTurn = createHandshakeTurns();
  const request = newRequest();
  let begun = 0;
  takeTurn(request, () => {
    begun += 1;
  });
  expect(() => request.socket.emit('error', new Error('reset'))).not.toThrow();
  await nextTurn();
  await nextTurn();
  expect(begun).toBe(1);
  // A connection that is kept has many handshakes, if they poll.
  expect(request.socket.listenerCount('error')).toBe(0);
});
