/** A member as a preview supposes them. */
export interface SupposedMember {
  level: number;
  days: number;
  is_paying: boolean;
  is_granted: boolean;
  has_completed: boolean;
}

/** A new member. */
const newest: SupposedMember = {
  level: 1,
  days: 0,
  is_paying: false,
  is_granted: false,
  has_completed: false,
};

const toFlag = (value: boolean) => (value ? 'true' : 'false');

/** What a preview sends about the member. */
const toPreviewInput = ({ level, days, is_paying, is_granted, has_completed }: SupposedMember) =>
  ({
    level,
    days,
    is_paying: toFlag(is_paying),
    is_granted: toFlag(is_granted),
    has_completed: toFlag(has_completed),
  }) as const;

/** The member whom a preview supposes at first, and what it sends about one. */
export const supposedMember = { newest, toPreviewInput };
