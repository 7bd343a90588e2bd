import { AsyncResource } from 'node:async_hooks';

type Task = () => Promise<void>;

/** Runs work of many senders, so that no sender has to wait for all the work of another one. */
export interface FairQueue {
  /**
   * Runs `work` when it is its turn, and settles like it. Groups take turns, and so do the lanes of a group. A group runs
   * one piece of work at a time; a lane runs its work in order.
   */
  run<T>(group: string, lane: string, work: () => Promise<T>): Promise<T>;
  /** The number of pieces of work that are waiting. */
  readonly waiting: number;
}

/** Creates a queue that runs at most `concurrency` pieces of work at once. */
export function createFairQueue(concurrency: number): FairQueue {
  // Groups and lanes that had a turn move to the end of their map, so that the maps are used as rings.
  const groups = new Map<string, Map<string, Task[]>>();
  const busyGroups = new Set<string>();
  let running = 0;
  let waiting = 0;

  const nextTask = (): { group: string; task: Task } | null => {
    for (const [group, lanes] of groups) {
      if (busyGroups.has(group)) continue;
      for (const [lane, tasks] of lanes) {
        const task = tasks.shift();
        lanes.delete(lane);
        if (tasks.length > 0) lanes.set(lane, tasks);
        groups.delete(group);
        if (lanes.size > 0) groups.set(group, lanes);
        if (task) return { group, task };
      }
    }
    return null;
  };
  const startNext = (): void => {
    while (running < concurrency) {
      const next = nextTask();
      if (!next) return;
      running += 1;
      waiting -= 1;
      busyGroups.add(next.group);
      void next.task().finally(() => {
        running -= 1;
        busyGroups.delete(next.group);
        startNext();
      });
    }
  };

  return {
    run: (group, lane, work) =>
      new Promise((resolve, reject) => {
        const lanes = groups.get(group) ?? new Map<string, Task[]>();
        groups.set(group, lanes);
        const tasks = lanes.get(lane) ?? [];
        lanes.set(lane, tasks);
        // The work keeps its caller's async context; otherwise it would run in that of the task whose end starts it.
        const bound = AsyncResource.bind(work);
        tasks.push(() => bound().then(resolve, reject));
        waiting += 1;
        startNext();
      }),
    get waiting() {
      return waiting;
    },
  };
}
