import { useCallback, useEffect, useRef, useState } from 'react';
import type { Conversation } from '#contract/features/chat/conversations.ts';
import { t } from '#contract/i18n/translate.ts';
import { maxTypingParticipants } from '#contract/values/limits.ts';
import { useLiveClient } from '#web/lib/live/use-live.ts';

const signal = 'conversation.typing';
/** The start is repeated this often while someone types on; milliseconds, as all of these. */
const repeatEvery = 10_000;
/** Typing has stopped after this time without a key. */
const stopAfter = 5_000;
/** Without a repetition, others don't show it any longer than this. */
const goneAfter = 15_000;
/** Names that are shown; more people are "several". */
const maxNames = 3;

const isShown = (conversation: Conversation) =>
  conversation.participant_count <= maxTypingParticipants && conversation.can.send;

/** Returns the functions to call with each key and when the text is sent or left: others see that the viewer types. */
export function useTypingSignal(conversation: Conversation) {
  const live = useLiveClient();
  const channel = `conversation:${conversation.id}`;
  const isOn = isShown(conversation);
  const sentAt = useRef<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const stop = useCallback(() => {
    clearTimeout(timer.current);
    if (sentAt.current === null) return;
    sentAt.current = null;
    live.sendSignal(channel, signal, { is_typing: false });
  }, [live, channel]);
  const type = useCallback(() => {
    if (!isOn) return;
    const now = Date.now();
    if (sentAt.current === null || now - sentAt.current >= repeatEvery) {
      sentAt.current = now;
      live.sendSignal(channel, signal, { is_typing: true });
    }
    clearTimeout(timer.current);
    timer.current = setTimeout(stop, stopAfter);
  }, [live, channel, isOn, stop]);
  useEffect(() => stop, [stop]);
  return { type, stop };
}

/** The IDs of those who are typing in a conversation, the first who started first. */
export function useTypingIds(conversation: Conversation): string[] {
  const live = useLiveClient();
  const channel = `conversation:${conversation.id}`;
  const [ids, setIds] = useState<string[]>([]);
  useEffect(() => {
    const timers = new Map<string, ReturnType<typeof setTimeout>>();
    const end = (id: string) => {
      clearTimeout(timers.get(id));
      timers.delete(id);
      setIds((now) => now.filter((one) => one !== id));
    };
    const stop = live.onSignal(signal, ({ channel: from, payload, user_id }) => {
      if (from !== channel) return;
      if (!payload.is_typing) return end(user_id);
      clearTimeout(timers.get(user_id));
      timers.set(
        user_id,
        setTimeout(() => end(user_id), goneAfter),
      );
      setIds((now) => (now.includes(user_id) ? now : [...now, user_id]));
    });
    return () => {
      stop();
      for (const timer of timers.values()) clearTimeout(timer);
      setIds([]);
    };
  }, [live, channel]);
  return ids;
}

/** Says who is typing; null if no one is. People whose name isn't known are counted. */
export function toTypingText(
  ids: readonly string[],
  nameOf: (id: string) => string | undefined,
): string | null {
  if (ids.length === 0) return null;
  const names = ids.flatMap((id) => nameOf(id) ?? []);
  if (ids.length > maxNames || names.length < ids.length) {
    return ids.length === 1 ? t('Someone is typing...') : t('Several people are typing...');
  }
  const [first = '', second = '', third = ''] = names;
  if (names.length === 1) return t('{name} is typing...', { name: first });
  return names.length === 2
    ? t('{first} and {second} are typing...', { first, second })
    : t('{first}, {second} and {third} are typing...', { first, second, third });
}
