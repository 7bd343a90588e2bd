import { useEffect, useReducer } from 'react';
import type { Conversation } from '#contract/features/chat/conversations.ts';
import { toMutedText } from '#web/lib/text/muted-text.ts';
import { isMuted } from './apply-to-conversation.ts';

/** The longest wait that timers of browsers support is about 24 days. */
const longestWait = 24 * 3_600_000;

/** Says that a conversation is muted, and until when; null once it isn't. */
export function useMutedText({ muted_until }: Pick<Conversation, 'muted_until'>): string | null {
  const [, checkAgain] = useReducer((count: number) => count + 1, 0);
  const now = Date.now();
  const mutedUntil = isMuted({ muted_until }, now) ? muted_until : null;
  useEffect(() => {
    if (mutedUntil === null) return;
    const wait = Date.parse(mutedUntil) - Date.now();
    const timer = setTimeout(checkAgain, Math.min(wait, longestWait));
    return () => clearTimeout(timer);
  });
  return mutedUntil === null ? null : toMutedText(mutedUntil, now);
}
