import { t } from '#contract/i18n/translate.ts';
import type { Notification } from '#contract/notifications.ts';

const others = (count: number) => `${count} ${count === 1 ? 'other' : 'others'}`;

/**
 * Names who acted: "X", "X and 1 other", "X, a, b and n others" while more names are known than not, else "X and n
 * others". Null if no one acted.
 */
export function toActorPhrase({
  actor,
  actor_count,
  actor_names,
}: Pick<Notification, 'actor' | 'actor_count' | 'actor_names'>): string | null {
  const [first = actor?.full_name, ...known] = actor_names;
  if (first === undefined) return actor_count > 0 ? t('Someone') : null;
  if (actor_count <= 1) return first;
  const named = known.slice(0, 2);
  const rest = actor_count - 1 - named.length;
  if (actor_count === 2 || named.length < 2 || rest === 0) return `${first} and ${others(actor_count - 1)}`;
  return `${[first, ...named].join(', ')} and ${others(rest)}`;
}
