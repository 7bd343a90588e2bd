import { t } from '#contract/i18n/translate.ts';
import { buttonsOf, type ReactableKind, type ReactionKind } from '#contract/values/reactions.ts';
import { toCount } from '#web/lib/text/member-count.ts';

/** Returns "Liked by 12 people", or "🎉 12 people" for other kinds. */
export function reactorsText(target: ReactableKind, kind: ReactionKind, count: number): string {
  const values = { count, total: toCount(count) };
  if (kind === 'like')
    return t('{count, plural, one {Liked by # person} other {Liked by {total} people}}', values);
  const emoji = buttonsOf(target).find((button) => button.kind === kind)?.emoji ?? kind;
  return t('{count, plural, one {{emoji} # person} other {{emoji} {total} people}}', { ...values, emoji });
}
