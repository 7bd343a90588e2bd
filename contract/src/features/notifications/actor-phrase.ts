import { t } from '../../i18n/translate.ts';
import type { Notification } from './notifications.ts';

/**
 * Names who acted: "X", "X and 1 other", "X, a, b and n others" while more names are known than not, else "X and n
 * others". "Someone" if no one is known.
 */
export function toActorPhrase({
  actor,
  actor_count,
  actor_names,
}: Pick<Notification, 'actor' | 'actor_count' | 'actor_names'>): string {
  const [first = actor?.full_name, ...known] = actor_names;
  if (first === undefined) return t('Someone');
  if (actor_count <= 1) return first;
  const named = known.slice(0, 2);
  const rest = actor_count - 1 - named.length;
  const [second, third] = named;
  if (second !== undefined && third !== undefined && rest > 0)
    return t('{first}, {second}, {third} and {others, plural, one {# other} other {# others}}', {
      first,
      second,
      third,
      others: rest,
    });
  return t('{first} and {others, plural, one {# other} other {# others}}', {
    first,
    others: actor_count - 1,
  });
}
