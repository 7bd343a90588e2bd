import { afterEach, beforeEach, expect, it, vi } from 'vitest';

type Told = { name: string; near: boolean };

let tell: (entries: Partial<IntersectionObserverEntry>[]) => void;
let told: Told[];
let watch: typeof import('./near-screen.ts').watchNearness;

beforeEach(async () => {
  told = [];
  vi.useFakeTimers();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: IntersectionObserverCallback) {
        tell = (entries) => callback(entries as IntersectionObserverEntry[], this as never);
      }
      observe() {}
      unobserve() {}
    },
  );
  vi.resetModules();
  ({ watchNearness: watch } = await import('./near-screen.ts'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function place(name: string): { element: Element; stop: () => void } {
  const element = document.createElement('div');
  const stop = watch(element, ({ isIntersecting }) => told.push({ name, near: isIntersecting }));
  return { element, stop };
}
const entry = (target: Element, top: number, isIntersecting = true) => ({
  target,
  isIntersecting,
  boundingClientRect: { top, height: 200 } as DOMRectReadOnly,
});

it('brings what is nearest to the middle of the screen first, two a frame, and what left last', () => {
  const [gone, far, middle, next] = ['gone', 'far', 'middle', 'next'].map(place);
  if (!gone || !far || !middle || !next) throw new Error('unreachable');
  const center = window.innerHeight / 2 - 100;
  tell([
    entry(gone.element, center, false),
    entry(far.element, center + 2_000),
    entry(middle.element, center),
    entry(next.element, center - 300),
  ]);
  expect(told).toEqual([]);
  vi.advanceTimersToNextFrame();
  expect(told.map(({ name }) => name)).toEqual(['middle', 'next']);
  vi.advanceTimersToNextFrame();
  expect(told.slice(2)).toEqual([
    { name: 'far', near: true },
    { name: 'gone', near: false },
  ]);
});

it('tells only the latest of what changed twice, and nothing of what is no longer watched', () => {
  const [back, left] = ['back', 'left'].map(place);
  if (!back || !left) throw new Error('unreachable');
  tell([entry(back.element, 0, false), entry(left.element, 0)]);
  tell([entry(back.element, 0, true)]);
  left.stop();
  vi.advanceTimersToNextFrame();
  expect(told).toEqual([{ name: 'back', near: true }]);
});
