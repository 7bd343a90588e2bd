/** How to compare each field of `T`. A field without an entry doesn't compile, so that no edit of it is overlooked. */
export type FieldComparisons<T> = { [F in keyof Required<T>]: (one: T[F], other: T[F]) => boolean };

export const isEqual = (one: unknown, other: unknown): boolean => Object.is(one, other);

/** Whether two lists have the same items in the same order. */
export const hasEqualItems = <Item>(one: readonly Item[], other: readonly Item[]): boolean =>
  one.length === other.length && one.every((item, index) => Object.is(item, other[index]));

/** Compares objects by their fields; the order of the fields doesn't matter. */
export function hasEqualFields<T extends object>(comparisons: FieldComparisons<T>) {
  return (one: T, other: T): boolean => changedFields(comparisons, one, other).length === 0;
}

/** Lets both values be null. */
export function orNull<T>(compare: (one: T, other: T) => boolean) {
  return (one: T | null, other: T | null): boolean =>
    one === null || other === null ? one === other : compare(one, other);
}

/** Returns the fields in which two values differ, in the order of `comparisons`. */
export function changedFields<T extends object>(
  comparisons: FieldComparisons<T>,
  before: T,
  after: T,
): (keyof T)[] {
  return (Object.keys(comparisons) as (keyof T)[]).filter(
    (field) => !comparisons[field](before[field], after[field]),
  );
}
