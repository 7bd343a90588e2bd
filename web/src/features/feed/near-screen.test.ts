import { afterEach, beforeEach, expect, it, vi } from 'vitest';

type Told = { name: string; near: boolean };

type Tell = (entries: Partial<IntersectionObserverEntry>[]) => void;
let tell: Tell;
let tellGroups: Tell;
/** What the first observer, that of the cards, looks at. */
let watched: Set<Element>;
let told: Told[];
let watch: typeof import('./near-screen.ts').watchNearness;

beforeEach(async () => {
  told = [];
  watched = new Set();
  const tells: Tell[] = [];
  tell = (entries) => tells[0]?.(entries);
  tellGroups = (entries) => tells[1]?.(entries);
  vi.useFakeTimers();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #targets = tells.length === 0 ? watched : new Set<Element>();
      constructor(callback: IntersectionObserverCallback) {
        tells.push((entries) => callback(entries as IntersectionObserverEntry[], this as never));
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
  ({ watchNearness: watch } = await import('./near-screen.ts'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function place(name: string, group?: Element): { element: Element; stop: () => void } {
  const element = document.createElement('div');
  group?.append(element);
  const stop = watch(element, ({ isIntersecting }) => told.push({ name, near: isIntersecting }));
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
  const [back, left] = ['back', 'left'].map((name) => place(name));
  if (!back || !left) throw new Error('unreachable');
  tell([entry(back.element, 0, false), entry(left.element, 0)]);
  tell([entry(back.element, 0, true)]);
  left.stop();
  vi.advanceTimersToNextFrame();
  expect(told).toEqual([{ name: 'back', near: true }]);
});

it('looks at the cards of a page alone while that page is near', () => {
  const page = document.createElement('div');
  const [one, other] = ['one', 'other'].map((name) => place(name, page));
  if (!one || !other) throw new Error('unreachable');
  tellGroups([entry(page, -20_000, false)]);
  expect(watched.size).toBe(0);
  tellGroups([entry(page, -3_000)]);
  expect(watched).toEqual(new Set([one.element, other.element]));
  one.stop();
  tellGroups([entry(page, -20_000, false)]);
  tellGroups([entry(page, -3_000)]);
  expect(watched).toEqual(new Set([other.element]));
});
