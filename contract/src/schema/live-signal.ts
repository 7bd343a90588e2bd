import type { z } from 'zod';
import type { ChannelKind } from '../values/channels.ts';

/** A message between clients about a channel, such as "someone types". The server passes it on and stores nothing. */
export interface LiveSignalDeclaration {
  /** The kind of channel that it is sent on. Only its subscribers can send it. */
  channel: ChannelKind;
  /** Who gets it besides the sender: the other subscribers of the channel, or its whole audience. */
  to: 'subscribers' | 'audience';
  /** At most 2 KB as JSON. */
  payload: z.ZodType;
}
