import type { Community, Thread } from './content/community.ts';
import { createDice, type Dice } from './dice.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How far back the demo reaches, in milliseconds. */
export const demoSpan = 118 * day;

/** A thread with the times (milliseconds since 1970) of its post and its remarks. */
export interface TimedThread extends Thread {
  at: number;
  remarksAt: number[];
}

/** A community whose threads have times. */
export interface PlannedCommunity extends Community {
  timed: TimedThread[];
}

/** Returns a random waiting time with this mean: mostly short, sometimes long. */
export function waitingTime(dice: Dice, mean: number): number {
  return -Math.log(1 - dice.next() * 0.98) * mean;
}

/** Spreads threads over the months up to now, closer together towards the present. All times within a thread differ. */
export function spreadThreads(name: string, threads: Thread[], now: number): TimedThread[] {
  const dice = createDice(`${name} times`);
  const begin = now - demoSpan + 8 * day;
  const end = now - dice.between(20, 70) * minute;
  return threads.map((thread, index) => {
    const along = index / Math.max(1, threads.length - 1);
    // The offset is smaller than the distance to the next thread, so the threads keep their order.
    const offset = along === 0 || along === 1 ? 0 : dice.between(-0.4, 0.4) / threads.length;
    const at = Math.round(begin + (end - begin) * (1 - (1 - along - offset) ** 1.4));
    let latest = at;
    const preferred = thread.remarks.map((_, order) => {
      latest += order === 0 ? dice.between(3, 50) * minute : 2 * minute + waitingTime(dice, 2.2 * hour);
      return latest;
    });
    // The remarks of a recent thread are squeezed into the time up to now.
    const latestAllowed = now - 2 * minute - dice.between(0, 60_000);
    const squeeze = latest > latestAllowed ? (latestAllowed - at) / (latest - at) : 1;
    return {
      ...thread,
      at,
      remarksAt: preferred.map((time, order) => Math.round(at + (time - at) * squeeze) + order),
    };
  });
}
