import type { ModerationCase } from '#contract/moderation.ts';

type Report = ModerationCase['reports'][number];

/** Why somebody reported it, in words. */
export function reasonText({ reason, rule_text }: Pick<Report, 'reason' | 'rule_text'>): string {
  if (reason === 'rule') return `Against the rule “${rule_text ?? ''}”`;
  return { spam: 'Spam', harassment: 'Harassment', other: 'Something else' }[reason];
}

const decided = {
  dismissed: 'Dismissed',
  removed: 'Removed',
  banned: 'Author banned',
} as const;

/** What became of a case. */
export function outcomeText({ kind, outcome }: Pick<ModerationCase, 'kind' | 'outcome'>): string | null {
  if (outcome === null) return null;
  if (outcome === 'banned') return kind === 'member' ? 'Banned' : decided.banned;
  return decided[outcome];
}

/** The reason that a removal begins with: the rule that was broken, if one was named. */
export function suggestReason({ reports }: Pick<ModerationCase, 'reports'>): string {
  const rule = reports.find(({ rule_text }) => rule_text !== null)?.rule_text;
  return rule ? `Against our rule: ${rule}` : '';
}
