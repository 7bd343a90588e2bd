import type { Space } from '#contract/features/spaces/spaces.ts';
import type { Message } from '#contract/i18n/translate.ts';
import type { LazyComponent } from '#web/lib/loading/lazy-component.tsx';

/** A tab of the membership settings, which a feature declares in a `*.membership-tab.ts`. */
export interface MembershipTab {
  /** Unique. */
  name: string;
  label: Message;
  /** Tabs are in ascending order. */
  position: number;
  /** Whether this viewer sees it. */
  isShown?: (space: Space) => boolean;
  /** Its content, loaded when it is first shown. */
  content: LazyComponent<{ space: Space }>;
}

export const defineMembershipTab = (tab: MembershipTab): MembershipTab => tab;
