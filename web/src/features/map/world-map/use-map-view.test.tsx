import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fitPoints, type MapView, type Point, panBy, type Size, viewBetween, zoomAt } from './map-view.ts';
import { useMapView } from './use-map-view.ts';

const size: Size = { width: 800, height: 400 };
const cities: Point[] = [
  { x: 300, y: 200 },
  { x: 420, y: 260 },
];
const isReduced = vi.fn(() => false);

beforeEach(() => {
  vi.useFakeTimers();
  isReduced.mockReturnValue(false);
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(prefers-reduced-motion: reduce)' && isReduced(),
  }));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

interface Props {
  size: Size | null;
  points: Point[];
  isReady: boolean;
}
const open = (props: Partial<Props> = {}) =>
  renderHook((now: Props) => useMapView(now.size, now.points, now.isReady), {
    initialProps: { size, points: cities, isReady: true, ...props },
  });
const advance = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
const pan = (view: MapView) => panBy(view, size, 100, 0);
const zoom = (view: MapView) => zoomAt(view, size, 2, { x: 400, y: 200 });

it('shows all cities first, as soon as they and the size are known', () => {
  const { result, rerender } = open({ size: null, points: [], isReady: false });
  expect(result.current.view).toBeNull();
  rerender({ size, points: [], isReady: false });
  expect(result.current.view).toBeNull();
  rerender({ size: null, points: cities, isReady: true });
  expect(result.current.view).toBeNull();
  rerender({ size, points: cities, isReady: true });
  expect(result.current.view).toEqual(fitPoints(cities, size, 8));
});

it('stays where it is when cities arrive later, and within the world when the size changes', () => {
  const { result, rerender } = open();
  const before = result.current.view;
  rerender({ size, points: [{ x: 900, y: 20 }], isReady: true });
  expect(result.current.view).toBe(before);
  const large = { width: 20_000, height: 10_000 };
  rerender({ size: large, points: cities, isReady: true });
  expect(result.current.view?.scale).toBe(20);
});

it('does nothing before the first view', () => {
  const { result } = open({ isReady: false });
  act(() => result.current.show(pan));
  advance(1_000);
  expect(result.current.view).toBeNull();
});

it('shows an immediate change in the next frame, and adds up the changes until then', () => {
  const { result } = open();
  const before = result.current.view;
  if (!before) throw new Error('no view');
  act(() => result.current.show(pan));
  act(() => result.current.show(pan));
  expect(result.current.view).toBe(before);
  advance(20);
  expect(result.current.view).toEqual(pan(pan(before)));
});

it('glides to the new view, quickly at first', () => {
  const { result } = open();
  const before = result.current.view;
  if (!before) throw new Error('no view');
  const after = zoom(before);
  act(() => result.current.show(zoom, true));
  expect(result.current.view).toBe(before);
  advance(160);
  const half = result.current.view;
  expect(half?.scale).toBeGreaterThan(viewBetween(before, after, 0.8).scale);
  expect(half?.scale).toBeLessThan(after.scale);
  advance(200);
  expect(result.current.view).toEqual(after);
  expect(vi.getTimerCount()).toBe(0);
});

it('glides on from where it is if the target changes on the way', () => {
  const { result } = open();
  const before = result.current.view;
  if (!before) throw new Error('no view');
  act(() => result.current.show(zoom, true));
  advance(100);
  const onTheWay = result.current.view?.scale ?? 0;
  act(() => result.current.show(zoom, true));
  advance(20);
  expect(result.current.view?.scale).toBeGreaterThanOrEqual(onTheWay);
  advance(400);
  expect(result.current.view).toEqual(zoom(zoom(before)));
});

it('goes there at once for someone who prefers reduced motion', () => {
  isReduced.mockReturnValue(true);
  const { result } = open();
  const before = result.current.view;
  if (!before) throw new Error('no view');
  act(() => result.current.show(zoom, true));
  advance(20);
  expect(result.current.view).toEqual(zoom(before));
});

it('stops when the map is closed', () => {
  const { result, unmount } = open();
  act(() => result.current.show(zoom, true));
  advance(50);
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});
