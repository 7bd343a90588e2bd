import type { ModerationCase } from '#contract/features/moderation/moderation.ts';
import { msg, t } from '#contract/i18n/translate.ts';

type Report = ModerationCase['reports'][number];

/** The reason of a report as text. */
export function reasonText({ reason, rule_text }: Pick<Report, 'reason' | 'rule_text'>): string {
  if (reason === 'rule') return t('Breaks the rule “{rule}”', { rule: rule_text ?? '' });
  return { spam: t('Spam'), harassment: t('Harassment'), other: t('Something else') }[reason];
}

const outcomeLabels = {
  dismissed: msg('Dismissed'),
  removed: msg('Removed'),
  banned: msg('Author banned'),
};

/** The outcome of a case as text. */
export function outcomeText({ kind, outcome }: Pick<ModerationCase, 'kind' | 'outcome'>): string | null {
  if (outcome === null) return null;
  return outcome === 'banned' && kind === 'member' ? t('Banned') : t(outcomeLabels[outcome]);
}

/** The initial reason for a removal: the broken rule, if a report names one. */
export function suggestReason({ reports }: Pick<ModerationCase, 'reports'>): string {
  const rule = reports.find(({ rule_text }) => rule_text !== null)?.rule_text;
  return rule ? t('This breaks our rule: {rule}', { rule }) : '';
}
