import { clockFormat, dateTimeFormat } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';
import { useIsOffline } from '#web/lib/live/reconnect.ts';
import { usePresence } from '#web/lib/live/use-presence.ts';
import { useServerClock } from '#web/lib/server-clock.ts';

const minute = 60_000;
const hour = 60 * minute;

/**
 * Says whether a person of chat is online, or when they were active last. Follows them while it is shown; without a connection,
 * nobody knows.
 */
export function usePresenceText(
  person: { user_id: string; is_online: boolean; last_seen_at: string | null } | undefined,
): string {
  const known = usePresence(null, person?.user_id);
  const now = useServerClock()();
  const isOffline = useIsOffline();
  if (isOffline) return t('Last seen recently');
  if (known?.is_online ?? person?.is_online) return t('Online now');
  const seenAt = person?.last_seen_at ?? null;
  // Someone who was online when the page was opened, or came later, and has left.
  const hasLeft = known !== undefined && (person?.is_online || known.hasChanged);
  if (!hasLeft) return toPresenceText(seenAt, now);
  if (Date.now() - known.since < minute) return t('Last seen recently');
  return toPresenceText(new Date(known.since).toISOString(), Date.now());
}

/** Says when someone was active last; `now` in milliseconds since 1970. */
export function toPresenceText(lastSeenAt: string | null, now: number): string {
  if (lastSeenAt === null) return t('Last seen recently');
  const at = Date.parse(lastSeenAt);
  const age = now - at;
  if (age < minute) return t('Online now');
  if (age < hour) return t('active {n, number}m ago', { n: Math.floor(age / minute) });
  if (age < 24 * hour) {
    const time = dateTimeFormat(clockFormat).format(at);
    return t('active {n, number}h ago ({time})', { n: Math.floor(age / hour), time });
  }
  const date = dateTimeFormat({ day: 'numeric', month: 'short', year: 'numeric', ...clockFormat }).format(at);
  return t('last seen {date}', { date });
}
