import type { EventBatch } from '../outbox/carrier.ts';
import { Lane, type LaneOptions } from './lane.ts';

/** Delivers the events of channels on this process, each channel in the order of its numbers, next to each other. */
export interface Lanes {
  /** Whether the process follows this channel. */
  has(channel: string): boolean;
  /** Follows a channel after this number. Does nothing if it does already. */
  open(channel: string, position: number): void;
  /** Stops following a channel. */
  close(channel: string): void;
  /** Delivers a batch; does nothing for channels that the process doesn't follow. Reads events in between if there are any. */
  receive(batch: EventBatch): void;
  /** Makes sure that the events up to this number are delivered, and resolves when they are or the channel is closed. */
  deliverThrough(channel: string, seq: number): Promise<void>;
  /** Returns the channels that the process follows. */
  channels(): string[];
  /** Ends all work, and resolves when nothing runs anymore. */
  stop(): Promise<void>;
}

export function createLanes(options: LaneOptions): Lanes {
  const lanes = new Map<string, Lane>();
  let isStopped = false;
  return {
    has: (channel) => lanes.has(channel),
    open(channel, position) {
      if (!isStopped && !lanes.has(channel)) lanes.set(channel, new Lane(channel, position, options));
    },
    close(channel) {
      const lane = lanes.get(channel);
      lanes.delete(channel);
      void lane?.close();
    },
    receive: (batch) => lanes.get(batch.channel)?.receive(batch),
    deliverThrough: async (channel, seq) => await lanes.get(channel)?.deliverThrough(seq),
    channels: () => [...lanes.keys()],
    async stop() {
      isStopped = true;
      await Promise.all([...lanes.values()].map((lane) => lane.close()));
    },
  };
}
