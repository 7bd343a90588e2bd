import type { CourseFolder, CoursePageSummary } from '#contract/features/courses/courses.ts';

/** The folders and pages of a course, with the id of the course. */
interface Tree {
  id: string;
  folders: CourseFolder[];
  pages: CoursePageSummary[];
}

/** A move that is shown before the server has confirmed it. */
interface Move {
  /** The item that is moved. */
  itemId: string;
  send: () => Promise<unknown>;
  /** Takes it back on the page. */
  undo: () => void;
  /** Shows why it failed. */
  onFailure: (error: unknown) => void;
  /** Makes the move in a tree that was read without it. */
  apply?: (tree: Tree) => Tree;
}

interface Waiting {
  move: Move;
  resolve: (isDone: boolean) => void;
}

/** What isn't confirmed, by the id of the course, or of the space for its list of courses. The first of each is being sent. */
const queues = new Map<string, Waiting[]>();

/** Returns a tree with the moves that the server hasn't confirmed. */
export const withMoves = (tree: Tree): Tree =>
  (queues.get(tree.id) ?? []).reduce((moved, { move }) => move.apply?.(moved) ?? moved, tree);

export const hasMoves = (id: string): boolean => queues.has(id);

/**
 * Sends a move that is already shown, after those before it, so that the server makes them in this order. Moves of the same item that
 * wait one after the other become one. If a move fails, it's taken back with those that wait for it. Calls `onSettled` when none is
 * left. Resolves to whether the server has made it.
 */
export async function queueMove(queueId: string, move: Move, onSettled: () => void): Promise<boolean> {
  const queue = queues.get(queueId);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  if (!queue) {
    const started = [{ move, resolve }];
    queues.set(queueId, started);
    void sendAll(queueId, started).then(onSettled);
    return await promise;
  }
  const last = queue.length > 1 ? queue.at(-1) : undefined;
  if (last?.move.itemId === move.itemId) {
    last.move = { ...move, undo: last.move.undo };
    const resolveEarlier = last.resolve;
    last.resolve = (isDone) => {
      resolveEarlier(isDone);
      resolve(isDone);
    };
  } else queue.push({ move, resolve });
  return await promise;
}

async function sendAll(queueId: string, queue: Waiting[]): Promise<void> {
  for (;;) {
    const [first] = queue;
    if (!first) break;
    try {
      await first.move.send();
    } catch (error) {
      const failed = queue.splice(0);
      for (const { move } of failed.toReversed()) move.undo();
      first.move.onFailure(error);
      for (const { resolve } of failed) resolve(false);
      break;
    }
    queue.shift();
    first.resolve(true);
  }
  queues.delete(queueId);
}
