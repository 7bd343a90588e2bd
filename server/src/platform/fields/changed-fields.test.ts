import { describe, expect, it } from 'vitest';
import {
  changedFields,
  type FieldComparisons,
  hasEqualFields,
  hasEqualItems,
  isEqual,
  orNull,
} from './changed-fields.ts';

interface Draft {
  title: string;
  tags: string[];
  place: { city: string } | null;
}
const comparisons: FieldComparisons<Draft> = {
  title: isEqual,
  tags: hasEqualItems,
  place: orNull(hasEqualFields<{ city: string }>({ city: isEqual })),
};
const draft = (changes: Partial<Draft> = {}): Draft => ({
  title: 'A',
  tags: ['x', 'y'],
  place: { city: 'Oslo' },
  ...changes,
});

describe('Changed fields', () => {
  it.each<[string, Partial<Draft>, string[]]>([
    ['none', {}, []],
    ['a text', { title: 'B' }, ['title']],
    ['the order of a list', { tags: ['y', 'x'] }, ['tags']],
    ['a longer list', { tags: ['x', 'y', 'z'] }, ['tags']],
    ['a shorter list', { tags: ['x'] }, ['tags']],
    ['a field of an object', { place: { city: 'Rome' } }, ['place']],
    ['an object that is gone', { place: null }, ['place']],
    ['several', { title: 'B', place: null }, ['title', 'place']],
  ])('%s', (_name, changes, expected) => {
    expect(changedFields(comparisons, draft(), draft(changes))).toEqual(expected);
    expect(changedFields(comparisons, draft(changes), draft())).toEqual(expected);
  });

  it('ignores fields that are not compared', () => {
    const edited = { ...draft(), edited_at: 'later' };
    expect(changedFields(comparisons, draft(), edited)).toEqual([]);
  });

  it('compares objects without regard to the order of their fields', () => {
    const { title, tags, place } = draft();
    expect(hasEqualFields(comparisons)({ place, tags, title }, draft())).toBe(true);
  });

  it('treats two missing objects as equal', () => {
    expect(changedFields(comparisons, draft({ place: null }), draft({ place: null }))).toEqual([]);
  });
});
