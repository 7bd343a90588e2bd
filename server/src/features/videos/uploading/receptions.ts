import type { Readable } from 'node:stream';
import { newId } from '#server/platform/ids.ts';
import type { Platform } from '#server/platform/platform.ts';
import {
  claimReception,
  interruptOthers,
  receptionLifetime,
  releaseReception,
  renewReceptions,
} from './receptions.queries.ts';

/** The requests that add bytes to uploads: one at a time for each upload, in all processes together. */
export interface Receptions {
  /**
   * Runs `receive`, which adds the bytes of `body` to an upload, after it has ended the one that runs here. Returns false if another
   * process receives the upload, which is asked to end, if the upload is being stored, or if it was deleted, also meanwhile.
   */
  run(id: string, body: Readable, steps: ReceptionSteps): Promise<boolean>;
  /** Ends the one that runs here. */
  interruptHere(id: string): Promise<void>;
  /** Also asks another process to end its own, which takes it some seconds. */
  interrupt(id: string): Promise<void>;
}

interface ReceptionSteps {
  receive: () => Promise<void>;
  /** Whether bytes were added, also by one that failed. */
  hasAdded: () => Promise<boolean>;
}

interface Reception {
  body: Readable;
  ended: Promise<unknown>;
  /** When this process last claimed the upload, by a clock that only counts on, in milliseconds; null before and after it receives. */
  claimedAt: number | null;
  isOver: boolean;
}

/** With what a body is ended. Without an error, a pipeline waits for the end of one that has arrived whole. */
const interruption = () => Object.assign(new Error('The client is back'), { code: 'ECONNRESET' });

/** Opens the receptions of a process, which says every `renewEvery` milliseconds what it still receives. */
export function openReceptions(db: Platform['db'], renewEvery: number): Receptions {
  const receiver = { receiver_id: newId() };
  const running = new Map<string, Reception>();

  async function interruptHere(id: string): Promise<void> {
    const reception = running.get(id);
    if (!reception?.isOver) reception?.body.destroy(interruption());
    await reception?.ended;
  }

  let isRenewing = false;
  /** Says what is still received here, and ends what may not be, or no longer for certain. */
  async function renew(): Promise<void> {
    const began = performance.now();
    const claimed = [...running].filter(([, { claimedAt }]) => claimedAt !== null);
    for (const [id, { claimedAt }] of claimed)
      if (began - (claimedAt ?? began) > receptionLifetime / 2) void interruptHere(id);
    if (isRenewing || claimed.length === 0) return;
    isRenewing = true;
    const ids = claimed.map(([id]) => id);
    const renewed = await renewReceptions(db, ids, receiver).catch(() => null);
    isRenewing = false;
    for (const [id, reception] of renewed ? claimed : []) {
      // Another one may have begun since, or this one ended.
      if (running.get(id) !== reception || reception.claimedAt === null) continue;
      if (renewed?.includes(id)) reception.claimedAt = began;
      else void interruptHere(id);
    }
  }

  let timer: NodeJS.Timeout | undefined;
  function keepRenewing(): void {
    if (running.size === 0) {
      clearInterval(timer);
      timer = undefined;
    } else timer ??= setInterval(() => void renew(), renewEvery).unref();
  }

  async function claimAndReceive(id: string, reception: Reception, steps: ReceptionSteps): Promise<boolean> {
    const began = performance.now();
    if (!(await claimReception(db, id, receiver))) {
      await interruptOthers(db, id, receiver);
      return false;
    }
    reception.claimedAt = began;
    let isKept: boolean;
    try {
      await steps.receive();
    } finally {
      reception.claimedAt = null;
      reception.isOver = true;
      const hasBytes = await steps.hasAdded();
      // Without the database, the claim expires.
      isKept = await releaseReception(db, id, { ...receiver, hasBytes }).catch(() => true);
    }
    return isKept;
  }

  return {
    interruptHere,
    async interrupt(id) {
      await interruptHere(id);
      await interruptOthers(db, id, receiver);
    },
    async run(id, body, steps) {
      while (running.has(id)) await interruptHere(id);
      const reception: Reception = { body, ended: Promise.resolve(), claimedAt: null, isOver: false };
      const received = claimAndReceive(id, reception, steps);
      reception.ended = received
        .catch(() => {})
        .finally(() => {
          running.delete(id);
          keepRenewing();
        });
      running.set(id, reception);
      keepRenewing();
      return await received;
    },
  };
}
