import { useState } from 'react';
import type { AccessItem, AccessSettings } from '#contract/features/access/access.ts';
import { type BrowserDraft, useBrowserDraft } from '#web/lib/drafted-form/use-browser-draft.ts';
import { type RulesDraft, toRulesDraft } from './rule-draft.ts';

/** What is compared: the keys of rules are made anew each time. */
const toComparable = ({ match, rules }: RulesDraft) =>
  JSON.stringify([match, rules.map(({ key: _, ...rule }) => rule)]);

/** The rules of an item while they are edited. They are kept in this browser until they are saved or discarded. */
export function useRulesDraft(
  userId: string,
  { kind, id }: AccessItem,
  access: AccessSettings | null,
): BrowserDraft<RulesDraft> & { isClean: boolean } {
  const [initial] = useState(() => toRulesDraft(access));
  const draft = useBrowserDraft<RulesDraft>({
    userId,
    draftKey: `access:${kind}:${id}`,
    initial,
    parse: (saved) => ({ ...initial, ...(saved as Partial<RulesDraft>) }),
    isSame: (a, b) => toComparable(a) === toComparable(b),
  });
  return { ...draft, isClean: toComparable(draft.values) === toComparable(initial) };
}
