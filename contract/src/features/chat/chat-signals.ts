import { z } from 'zod';
import type { LiveSignalDeclaration } from '../../schema/live-signal.ts';

export const chatLiveSignals = {
  /** Someone started to type in a conversation, still types (sent every 10 seconds), or stopped. */
  'conversation.typing': {
    channel: 'conversation',
    to: 'subscribers',
    payload: z.object({ is_typing: z.boolean() }),
  },
} as const satisfies Record<string, LiveSignalDeclaration>;
