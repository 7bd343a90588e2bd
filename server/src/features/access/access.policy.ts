import type { AccessRule, AccessSettings } from '#contract/features/access/access.ts';
import { trialDays } from '#contract/features/access/access-items.ts';

/** What is known about someone whom rules are checked for. Times are ISO timestamps. */
export interface AccessFacts {
  /** Null for people who aren't members. */
  joined_at: string | null;
  level: number;
  /** Whether the space is paid, and whether it offers a trial. */
  is_paid: boolean;
  has_trial: boolean;
  /** When they completed what a prerequisite names, by its id. */
  completed: ReadonlyMap<string, string>;
  /** When they were given access, by the id of the item. */
  granted: ReadonlyMap<string, string>;
}

/** Whether a rule is met, and since when; or when it will be met by waiting. A time is null if it isn't known. */
export interface RuleState {
  is_met: boolean;
  at: string | null;
}

const dayMs = 24 * 60 * 60 * 1000;
const addDays = (at: string, days: number): string => new Date(Date.parse(at) + days * dayMs).toISOString();

const reached = (at: string | null, now: string): RuleState =>
  at === null ? { is_met: false, at: null } : { is_met: at <= now, at };

/** Checks one rule. */
export function checkRule(rule: AccessRule, facts: AccessFacts, now: string): RuleState {
  const { joined_at } = facts;
  switch (rule.kind) {
    case 'date':
      return reached(rule.at, now);
    case 'level':
      return { is_met: joined_at !== null && facts.level >= rule.level, at: null };
    case 'days':
      return reached(joined_at && addDays(joined_at, rule.days), now);
    case 'plan':
      if (joined_at === null || !facts.is_paid) return { is_met: false, at: null };
      return reached(facts.has_trial ? addDays(joined_at, trialDays) : joined_at, now);
    case 'prerequisite': {
      const at = joined_at === null ? undefined : facts.completed.get(rule.target.id);
      return { is_met: at !== undefined, at: at ?? null };
    }
    // Until purchases exist, access that was given stands for them.
    case 'purchase':
    case 'grant':
      return { is_met: false, at: null };
  }
}

/** Whether someone can open an item, and since when; or when it opens by waiting, and what they don't meet. */
export interface ItemState {
  is_open: boolean;
  at: string | null;
  unmet: { rule: AccessRule; opens_at: string | null }[];
}

/** The latest of the times, or the earliest; null without one. */
const latest = (times: string[]): string | null => times.toSorted().at(-1) ?? null;
const earliest = (times: string[]): string | null => times.toSorted()[0] ?? null;
const known = (states: RuleState[]): string[] => states.flatMap(({ at }) => at ?? []);

function combine(match: AccessSettings['match'], states: RuleState[]): RuleState {
  const met = states.filter(({ is_met }) => is_met);
  const unmet = states.filter(({ is_met }) => !is_met);
  const isAll = match === 'all';
  if (isAll ? unmet.length === 0 : met.length > 0) {
    const times = known(met);
    if (times.length < met.length) return { is_met: true, at: null };
    return { is_met: true, at: isAll ? latest(times) : earliest(times) };
  }
  const times = known(unmet);
  if (!isAll) return { is_met: false, at: earliest(times) };
  return { is_met: false, at: times.length < unmet.length ? null : latest(times) };
}

/**
 * Checks the rules of an item itself. What it is part of may be locked as well. Access that was given counts for members only, and
 * whatever the rules say.
 */
export function checkAccess(
  item: { id: string; access: AccessSettings | null },
  facts: AccessFacts,
  now: string,
): ItemState {
  const { access } = item;
  if (!access || access.rules.length === 0) return { is_open: true, at: facts.joined_at, unmet: [] };
  const states = access.rules.map((rule) => ({ rule, ...checkRule(rule, facts, now) }));
  const { is_met, at } = combine(access.match, states);
  const granted = facts.joined_at === null ? undefined : facts.granted.get(item.id);
  if (granted !== undefined) {
    const isEarlier = is_met && at !== null && at < granted;
    return { is_open: true, at: isEarlier ? at : granted, unmet: [] };
  }
  if (is_met) return { is_open: true, at, unmet: [] };
  const unmet = states.filter((state) => !state.is_met);
  return { is_open: false, at, unmet: unmet.map((state) => ({ rule: state.rule, opens_at: state.at })) };
}
