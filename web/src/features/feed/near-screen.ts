/** How far beyond the screen, in pixels, a card is still there: two or three flicks of a finger. */
const margin = 1_500;

type Listener = (entry: IntersectionObserverEntry) => void;
const listeners = new WeakMap<Element, Listener>();
let observer: IntersectionObserver | null = null;

/** Tells whenever an element comes near the screen or leaves it far behind; one observer serves all of them. */
export function watchNearness(element: Element, listener: Listener): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const entry of entries) listeners.get(entry.target)?.(entry);
    },
    { rootMargin: `${margin}px 0px` },
  );
  const watching = observer;
  listeners.set(element, listener);
  watching.observe(element);
  return () => {
    watching.unobserve(element);
    listeners.delete(element);
  };
}
