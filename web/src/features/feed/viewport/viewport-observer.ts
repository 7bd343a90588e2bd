/** How far outside the viewport, in pixels, cards stay rendered: two or three flicks. */
const margin = 2_500;
/**
 * Maximum number of listeners called per frame. A fast flick brings a dozen cards near at once, and rendering all of
 * them would drop frames.
 */
const changesPerFrame = 2;

type Listener = (entry: IntersectionObserverEntry) => void;
const listeners = new WeakMap<Element, Listener>();
/** Latest undelivered entry of each element, in order of arrival. */
const pending = new Map<Element, IntersectionObserverEntry>();
let observer: IntersectionObserver | null = null;
let isFlushing = false;

/** Distance of an element from the middle of the viewport in pixels. Elements that left come last. */
function urgency({ isIntersecting, boundingClientRect: box, rootBounds }: IntersectionObserverEntry): number {
  // The margin is the same on both sides. Reading the size of the window instead would force a layout.
  if (!isIntersecting || !rootBounds) return Number.POSITIVE_INFINITY;
  return Math.abs(box.top + box.height / 2 - (rootBounds.top + rootBounds.height / 2));
}

/** Whether a part of the element is inside the viewport. */
export function isInSight({ boundingClientRect: box, rootBounds }: IntersectionObserverEntry): boolean {
  return !rootBounds || (box.bottom > rootBounds.top + margin && box.top < rootBounds.bottom - margin);
}

function flush(): void {
  const next = [...pending].sort(([, a], [, b]) => urgency(a) - urgency(b)).slice(0, changesPerFrame);
  for (const [element, entry] of next) {
    pending.delete(element);
    listeners.get(element)?.(entry);
  }
  isFlushing = pending.size > 0;
  if (isFlushing) requestAnimationFrame(flush);
}

/** Elements of each group (their parent). They are observed only while their group is near. */
const groups = new WeakMap<Element, Set<Element>>();
/** Margin for groups, in pixels; larger than `margin`, so that elements are observed before they come near. */
const groupMargin = 2 * margin;
let groupObserver: IntersectionObserver | null = null;

function getObservers(): { elementObserver: IntersectionObserver; groupObserver: IntersectionObserver } {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const entry of entries) pending.set(entry.target, entry);
      if (!isFlushing) requestAnimationFrame(flush);
      isFlushing = true;
    },
    { rootMargin: `${margin}px 0px` },
  );
  const elementObserver = observer;
  groupObserver ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        for (const member of groups.get(target) ?? []) {
          if (isIntersecting) elementObserver.observe(member);
          else elementObserver.unobserve(member);
        }
      }
    },
    { rootMargin: `${groupMargin}px 0px` },
  );
  return { elementObserver, groupObserver };
}

/**
 * Calls the listener whenever the element comes near the viewport or moves far away. All elements share one observer;
 * of distant groups only the group itself is observed. Returns a function that stops observing.
 */
export function observeNearViewport(element: Element, listener: Listener): () => void {
  const { elementObserver, groupObserver: sharedGroupObserver } = getObservers();
  const group = element.parentElement ?? element;
  const members = groups.get(group) ?? new Set();
  groups.set(group, members.add(element));
  listeners.set(element, listener);
  // The group may already be near, in which case its observer would not fire for the new element.
  elementObserver.observe(element);
  sharedGroupObserver.observe(group);
  return () => {
    elementObserver.unobserve(element);
    members.delete(element);
    if (members.size === 0) sharedGroupObserver.unobserve(group);
    listeners.delete(element);
    pending.delete(element);
  };
}
