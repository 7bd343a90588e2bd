/** How far beyond the screen, in pixels, a card is still there: two or three flicks of a finger. */
const margin = 1_500;
/** How many places change in one frame: a fast flick brings a dozen near at once, and all of them would hold it up. */
const changesPerFrame = 2;

type Listener = (entry: IntersectionObserverEntry) => void;
const listeners = new WeakMap<Element, Listener>();
/** What is to be told, the latest for each element, in the order in which it was seen. */
const untold = new Map<Element, IntersectionObserverEntry>();
let observer: IntersectionObserver | null = null;
let isTelling = false;

/** How far an element is from the middle of the screen, in pixels; what leaves can wait for what comes. */
function urgency({ isIntersecting, boundingClientRect: { top, height } }: IntersectionObserverEntry): number {
  if (!isIntersecting) return Number.POSITIVE_INFINITY;
  return Math.abs(top + height / 2 - window.innerHeight / 2);
}

function tellSome(): void {
  const next = [...untold].sort(([, a], [, b]) => urgency(a) - urgency(b)).slice(0, changesPerFrame);
  for (const [element, entry] of next) {
    untold.delete(element);
    listeners.get(element)?.(entry);
  }
  isTelling = untold.size > 0;
  if (isTelling) requestAnimationFrame(tellSome);
}

/** Tells whenever an element comes near the screen or leaves it far behind; one observer serves all of them. */
export function watchNearness(element: Element, listener: Listener): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const entry of entries) untold.set(entry.target, entry);
      if (!isTelling) requestAnimationFrame(tellSome);
      isTelling = true;
    },
    { rootMargin: `${margin}px 0px` },
  );
  const watching = observer;
  listeners.set(element, listener);
  watching.observe(element);
  return () => {
    watching.unobserve(element);
    listeners.delete(element);
    untold.delete(element);
  };
}
