import type { AccessRule, AccessSettings } from '#contract/features/access/access.ts';
import { maxAccessDays } from '#contract/features/access/access-items.ts';
import { newClientId } from '#web/lib/api/client-id.ts';

/** A rule while it is edited: each kind keeps what was typed when another one is chosen. */
export interface RuleDraft {
  key: string;
  kind: AccessRule['kind'];
  level: string;
  days: string;
  /** The reader's own date and clock. */
  day: string;
  clock: string;
  /** `course:<id>` or `page:<id>`. */
  target: string;
}

/** The rules of an item while they are edited. */
export interface RulesDraft {
  match: AccessSettings['match'];
  rules: RuleDraft[];
}

const empty = { level: '2', days: '7', day: '', clock: '09:00', target: '' };

export const newRule = (): RuleDraft => ({ key: newClientId(), kind: 'level', ...empty });

const two = (value: number) => String(value).padStart(2, '0');

/** Returns a stored rule as it is edited. */
export function toRuleDraft(rule: AccessRule): RuleDraft {
  const draft: RuleDraft = { ...newRule(), kind: rule.kind };
  switch (rule.kind) {
    case 'level':
      return { ...draft, level: String(rule.level) };
    case 'days':
      return { ...draft, days: String(rule.days) };
    case 'date': {
      const at = new Date(rule.at);
      const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
      return { ...draft, day, clock: `${two(at.getHours())}:${two(at.getMinutes())}` };
    }
    case 'prerequisite':
      return { ...draft, target: `${rule.target.kind}:${rule.target.id}` };
    default:
      return draft;
  }
}

/** Returns the rule of a draft; null while something is missing. */
export function toRule({ kind, level, days, day, clock, target }: RuleDraft): AccessRule | null {
  switch (kind) {
    case 'level':
      return { kind, level: Number(level) };
    case 'days': {
      const count = Number(days);
      return Number.isInteger(count) && count >= 1 && count <= maxAccessDays ? { kind, days: count } : null;
    }
    case 'date': {
      const at = new Date(`${day}T${clock}`);
      return Number.isNaN(at.getTime()) ? null : { kind, at: at.toISOString() };
    }
    case 'plan':
      return { kind, plan: 'paid' };
    case 'prerequisite': {
      const [of, id] = target.split(':');
      return id && (of === 'course' || of === 'page') ? { kind, target: { kind: of, id } } : null;
    }
    default:
      return { kind };
  }
}

/** Returns stored rules as they are edited; without any for null. */
export const toRulesDraft = (access: AccessSettings | null): RulesDraft => ({
  match: access?.match ?? 'all',
  rules: access?.rules.map(toRuleDraft) ?? [],
});

/** Returns the settings of a draft; null while something is missing. */
export function toSettings({ match, rules }: RulesDraft): AccessSettings | null {
  const complete = rules.map(toRule).filter((rule): rule is AccessRule => rule !== null);
  return complete.length < rules.length ? null : { match, rules: complete };
}
