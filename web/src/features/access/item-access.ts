import type { AccessItem, AccessSettings } from '#contract/features/access/access.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';

/** Something that can be required to be completed first. `value` is `course:<id>` or `page:<id>`. */
export interface TargetOption {
  value: string;
  label: string;
  note: string;
}

/** What can be required to be completed first: the courses of a space, but maybe one, and certain pages. */
export interface Targets {
  space_id: string;
  except_course_id?: string;
  pages?: readonly TargetOption[];
}

/** Returns what can be required of those who open something outside of courses; null in a space without a classroom. */
export const targetsIn = ({
  id,
  feature_classroom_enabled,
}: Pick<Space, 'id' | 'feature_classroom_enabled'>): Targets | null =>
  feature_classroom_enabled ? { space_id: id } : null;

/** How who can open an item of a kind is read and changed. */
export interface ItemAccess {
  item: AccessItem;
  space_id: string;
  /** What others see of it, below its rules. */
  closedText: string;
  /** What can be required to be completed; null where nothing can. */
  targets: Targets | null;
  /** Stores the rules. Returns whether it worked; a toast shows a failure. */
  save: (settings: AccessSettings) => Promise<boolean>;
  /** Gives access. Returns to how many. */
  give: (
    clientId: string,
    to: { user_id: string } | { min_level: number; min_days: number },
  ) => Promise<number>;
  /** Takes access back. Returns from how many. */
  take: (from: { user_id: string } | { client_id: string }) => Promise<number>;
  /** Refetches the members. */
  refetchMembers: () => void;
}
