import { describe, expect, it } from 'vitest';
import { aimCard, isSameCardTarget } from './aim-card.ts';

/** Cards of 100 pixels with gaps of 20, in this many columns. */
const gridOf = (columns: number) =>
  ['a', 'b', 'c', 'd'].map((id, n) => {
    const [left, top] = [(n % columns) * 120, Math.floor(n / columns) * 120];
    return { id, left, right: left + 100, top, bottom: top + 100 };
  });
const origin = { left: 0, top: 0 };

describe('A card that is dragged', () => {
  it('goes beside the nearest one of a grid', () => {
    const at = (x: number, y: number, id = 'd') => aimCard(gridOf(2), origin, id, { x, y });
    expect(at(10, 50)).toEqual({ after: null, line: { left: -8, top: 0, height: 100 } });
    expect(at(90, 50)).toEqual({ after: 'a', line: { left: 108, top: 0, height: 100 } });
    expect(at(90, 180, 'a')).toEqual({ after: 'c', line: { left: 108, top: 120, height: 100 } });
    expect(at(500, 500, 'a')).toEqual({ after: 'd', line: { left: 228, top: 120, height: 100 } });
  });

  it('goes above or below the nearest one of a column', () => {
    const at = (y: number, id = 'd') => aimCard(gridOf(1), origin, id, { x: 50, y });
    expect(at(10)).toEqual({ after: null, line: { top: -8 } });
    expect(at(80)).toEqual({ after: 'a', line: { top: 108 } });
  });

  it('stays where it is before and after itself, and where nothing is', () => {
    expect(aimCard(gridOf(2), origin, 'a', { x: 90, y: 50 })).toBeNull();
    expect(aimCard(gridOf(2), origin, 'a', { x: 10, y: 50 })).toBeNull();
    expect(aimCard(gridOf(2), origin, 'b', { x: 90, y: 50 })).toBeNull();
    expect(aimCard([], origin, 'a', { x: 0, y: 0 })).toBeNull();
  });

  it('has the same target until its line moves', () => {
    const target = { after: 'a', line: { top: 1 } };
    expect(isSameCardTarget(target, { after: 'a', line: { top: 1 } })).toBe(true);
    expect(isSameCardTarget(target, { after: 'a', line: { top: 2 } })).toBe(false);
    expect(isSameCardTarget(target, { after: 'b', line: { top: 1 } })).toBe(false);
  });
});
