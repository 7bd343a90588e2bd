import { audienceKinds, parseChannel } from '#contract/values/channels.ts';
import type { EventBatch } from '../outbox/carrier.ts';
import type { Lanes } from './lanes.ts';

/** The lanes that are open without a subscription, while events arrive for users who are connected here. */
export interface AudienceLanes {
  /** Opens the lane of a batch, if its channel has an audience. */
  open(batch: Pick<EventBatch, 'channel' | 'previous'>): void;
  has(channel: string): boolean;
}

/** Maximum number of these lanes. The one that was used least recently is closed. */
const maxLanes = 20_000;

export function createAudienceLanes(
  lanes: Lanes,
  {
    announcedThrough,
    isSubscribed,
  }: {
    /** Returns a number up to which all events were announced long ago. */
    announcedThrough: () => number;
    isSubscribed: (channel: string) => boolean;
  },
): AudienceLanes {
  const open = new Set<string>();
  return {
    open({ channel, previous }) {
      if (!audienceKinds.has(parseChannel(channel).kind)) return;
      // The event before it may have been numbered by another process, which has not announced it yet.
      lanes.open(channel, Math.min(previous, announcedThrough()));
      open.delete(channel);
      open.add(channel);
      const [oldest] = open;
      if (open.size <= maxLanes || oldest === undefined) return;
      open.delete(oldest);
      if (!isSubscribed(oldest)) lanes.close(oldest);
    },
    has: (channel) => open.has(channel),
  };
}
