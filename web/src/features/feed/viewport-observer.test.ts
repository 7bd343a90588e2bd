import { afterEach, beforeEach, expect, it, vi } from 'vitest';

type Told = { name: string; near: boolean };

type Tell = (entries: Partial<IntersectionObserverEntry>[]) => void;
let notify: Tell;
let flushGroups: Tell;
/** What the first observer, that of the cards, looks at. */
let watched: Set<Element>;
let notified: Told[];
let watch: typeof import('./viewport-observer.ts').observeNearViewport;

beforeEach(async () => {
  notified = [];
  watched = new Set();
  const notifies: Tell[] = [];
  notify = (entries) => notifies[0]?.(entries);
  flushGroups = (entries) => notifies[1]?.(entries);
  vi.useFakeTimers();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #targets = notifies.length === 0 ? watched : new Set<Element>();
      constructor(callback: IntersectionObserverCallback) {
        notifies.push((entries) => callback(entries as IntersectionObserverEntry[], this as never));
      }
      observe(target: Element) {
        this.#targets.add(target);
      }
      unobserve(target: Element) {
        this.#targets.delete(target);
      }
    },
  );
  vi.resetModules();
  ({ observeNearViewport: watch } = await import('./viewport-observer.ts'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function place(name: string, group?: Element): { element: Element; stop: () => void } {
  const element = document.createElement('div');
  group?.append(element);
  const stop = watch(element, ({ isIntersecting }) => notified.push({ name, near: isIntersecting }));
  return { element, stop };
}
const entry = (target: Element, top: number, isIntersecting = true) => ({
  target,
  isIntersecting,
  boundingClientRect: { top, height: 200 } as DOMRectReadOnly,
});

it('brings what is nearest to the middle of the screen first, two a frame, and what left last', () => {
  const [gone, far, middle, next] = ['gone', 'far', 'middle', 'next'].map((name) => place(name));
  if (!gone || !far || !middle || !next) throw new Error('unreachable');
  const center = window.innerHeight / 2 - 100;
  notify([
    entry(gone.element, center, false),
    entry(far.element, center + 2_000),
    entry(middle.element, center),
    entry(next.element, center - 300),
  ]);
  expect(notified).toEqual([]);
  vi.advanceTimersToNextFrame();
  expect(notified.map(({ name }) => name)).toEqual(['middle', 'next']);
  vi.advanceTimersToNextFrame();
  expect(notified.slice(2)).toEqual([
    { name: 'far', near: true },
    { name: 'gone', near: false },
  ]);
});

it('tells only the latest of what changed twice, and nothing of what is no longer watched', () => {
  const [back, left] = ['back', 'left'].map((name) => place(name));
  if (!back || !left) throw new Error('unreachable');
  notify([entry(back.element, 0, false), entry(left.element, 0)]);
  notify([entry(back.element, 0, true)]);
  left.stop();
  vi.advanceTimersToNextFrame();
  expect(notified).toEqual([{ name: 'back', near: true }]);
});

it('looks at the cards of a page alone while that page is near', () => {
  const page = document.createElement('div');
  const [one, other] = ['one', 'other'].map((name) => place(name, page));
  if (!one || !other) throw new Error('unreachable');
  flushGroups([entry(page, -20_000, false)]);
  expect(watched.size).toBe(0);
  flushGroups([entry(page, -3_000)]);
  expect(watched).toEqual(new Set([one.element, other.element]));
  one.stop();
  flushGroups([entry(page, -20_000, false)]);
  flushGroups([entry(page, -3_000)]);
  expect(watched).toEqual(new Set([other.element]));
});
