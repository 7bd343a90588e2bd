import type { AccessItem, AccessSettings } from '#contract/features/access/access.ts';

/** Something that can be required to be completed first. `value` is `course:<id>` or `page:<id>`. */
export interface TargetOption {
  value: string;
  label: string;
  note: string;
}

/** How who can open an item of a kind is read and changed. */
export interface ItemAccess {
  item: AccessItem;
  space_id: string;
  /** What others see of it, below its rules. */
  closedText: string;
  /** What can be required to be completed; null where nothing can. */
  targets: TargetOption[] | null;
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
