import { describe, expect, it, vi } from 'vitest';
import type { CourseTree } from './courses.entity.ts';
import { hasMoves, queueMove, withMoves } from './pending-moves.ts';

/** Moves of a queue whose requests end when the test says so. `log` is what happened, in its order. */
function aQueue(id: string) {
  const log: string[] = [];
  const requests = new Map<string, PromiseWithResolvers<void>>();
  const onSettled = vi.fn();
  const move = (name: string, itemId = name) =>
    queueMove(
      id,
      {
        itemId,
        send: () => {
          log.push(`send ${name}`);
          const request = Promise.withResolvers<void>();
          requests.set(name, request);
          return request.promise;
        },
        undo: () => log.push(`undo ${name}`),
        onFailure: (error) => log.push(`failed: ${error}`),
        apply: (tree) => ({ ...tree, id: `${tree.id} ${name}` }),
      },
      onSettled,
    );
  const end = (name: string) => requests.get(name)?.resolve();
  const fail = (name: string) => requests.get(name)?.reject('no');
  return { log, move, end, fail, onSettled };
}

describe('Moves that wait', () => {
  it('are sent one after the other, in their order', async () => {
    const { log, move, end, onSettled } = aQueue('a');
    const moves = [move('1'), move('2'), move('3')];
    expect(log).toEqual(['send 1']);
    for (const name of ['1', '2', '3']) {
      await vi.waitFor(() => expect(log).toContain(`send ${name}`));
      expect(onSettled).not.toHaveBeenCalled();
      end(name);
    }
    expect(await Promise.all(moves)).toEqual([true, true, true]);
    await vi.waitFor(() => expect(onSettled).toHaveBeenCalledOnce());
    expect(hasMoves('a')).toBe(false);
  });

  it('become one if they are of the same item, but not with the one that is being sent', async () => {
    const { log, move, end } = aQueue('b');
    const moves = [move('1', 'x'), move('2', 'x'), move('3', 'x')];
    end('1');
    await vi.waitFor(() => expect(log).toContain('send 3'));
    end('3');
    expect(await Promise.all(moves)).toEqual([true, true, true]);
    expect(log).toEqual(['send 1', 'send 3']);
  });

  it('are taken back with the one that fails, the last one first', async () => {
    const { log, move, fail, onSettled } = aQueue('c');
    const moves = [move('1'), move('2'), move('3', '2'), move('4')];
    fail('1');
    expect(await Promise.all(moves)).toEqual([false, false, false, false]);
    // Where the item was before the first of its moves is where it belongs.
    expect(log).toEqual(['send 1', 'undo 4', 'undo 2', 'undo 1', 'failed: no']);
    await vi.waitFor(() => expect(onSettled).toHaveBeenCalledOnce());
    expect(hasMoves('c')).toBe(false);
  });

  it('are made in trees that are read meanwhile', async () => {
    const { move, end } = aQueue('d');
    const tree = { id: 'd', folders: [], pages: [] } as CourseTree;
    expect(withMoves(tree)).toBe(tree);
    const moves = [move('1'), move('2')];
    expect(withMoves(tree).id).toBe('d 1 2');
    expect(withMoves({ ...tree, id: 'other' }).id).toBe('other');
    end('1');
    await moves[0];
    await vi.waitFor(() => expect(withMoves(tree).id).toBe('d 2'));
    end('2');
    await moves[1];
  });
});
