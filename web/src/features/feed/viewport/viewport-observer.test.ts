import { afterEach, beforeEach, expect, it, vi } from 'vitest';

type Notified = { name: string; near: boolean };

type Notify = (entries: Partial<IntersectionObserverEntry>[]) => void;
let notify: Notify;
let flushGroups: Notify;
/** Elements observed by the first observer, the one for cards. */
let observed: Set<Element>;
let notified: Notified[];
let observe: typeof import('./viewport-observer.ts').observeNearViewport;

beforeEach(async () => {
  notified = [];
  observed = new Set();
  const notifyObserver: Notify[] = [];
  notify = (entries) => notifyObserver[0]?.(entries);
  flushGroups = (entries) => notifyObserver[1]?.(entries);
  vi.useFakeTimers();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #targets = notifyObserver.length === 0 ? observed : new Set<Element>();
      constructor(callback: IntersectionObserverCallback) {
        notifyObserver.push((entries) => callback(entries as IntersectionObserverEntry[], this as never));
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
  ({ observeNearViewport: observe } = await import('./viewport-observer.ts'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function observeElement(name: string, group?: Element): { element: Element; stop: () => void } {
  const element = document.createElement('div');
  group?.append(element);
  const stop = observe(element, ({ isIntersecting }) => notified.push({ name, near: isIntersecting }));
  return { element, stop };
}
const entry = (target: Element, top: number, isIntersecting = true) => ({
  target,
  isIntersecting,
  boundingClientRect: { top, height: 200 } as DOMRectReadOnly,
  rootBounds: { top: -2_500, height: window.innerHeight + 5_000 } as DOMRectReadOnly,
});

it('notifies the element nearest to the middle of the screen first, two per frame, and those that left last', () => {
  const [gone, distant, middle, next] = ['gone', 'far', 'middle', 'next'].map((name) => observeElement(name));
  if (!gone || !distant || !middle || !next) throw new Error('unreachable');
  const center = window.innerHeight / 2 - 100;
  notify([
    entry(gone.element, center, false),
    entry(distant.element, center + 2_000),
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

it('delivers only the latest entry of an element, and none after it is unobserved', () => {
  const [back, left] = ['back', 'left'].map((name) => observeElement(name));
  if (!back || !left) throw new Error('unreachable');
  notify([entry(back.element, 0, false), entry(left.element, 0)]);
  notify([entry(back.element, 0, true)]);
  left.stop();
  vi.advanceTimersToNextFrame();
  expect(notified).toEqual([{ name: 'back', near: true }]);
});

it('observes the cards of a group only while the group is near the viewport', () => {
  const page = document.createElement('div');
  const [one, other] = ['one', 'other'].map((name) => observeElement(name, page));
  if (!one || !other) throw new Error('unreachable');
  flushGroups([entry(page, -20_000, false)]);
  expect(observed.size).toBe(0);
  flushGroups([entry(page, -3_000)]);
  expect(observed).toEqual(new Set([one.element, other.element]));
  one.stop();
  flushGroups([entry(page, -20_000, false)]);
  flushGroups([entry(page, -3_000)]);
  expect(observed).toEqual(new Set([other.element]));
});
