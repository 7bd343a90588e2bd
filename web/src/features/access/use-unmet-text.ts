import type { UnmetRule } from '#contract/features/access/access.ts';
import { toUnmetText } from './lock-copy.ts';
import { useReaderZone } from './use-reader-zone.ts';

/** Returns a function that says, in place of what is locked, what someone must do or wait for to meet a rule. */
export function useUnmetText(): (unmet: UnmetRule) => string {
  const timeZone = useReaderZone();
  return (unmet) => toUnmetText(unmet, timeZone);
}
