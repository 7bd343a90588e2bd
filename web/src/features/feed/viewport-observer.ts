/** How far beyond the screen, in pixels, a card is still there: two or three flicks of a finger. */
const margin = 2_500;
/** How many places change in one frame: a fast flick brings a dozen near at once, and all of them would hold it up. */
const changesPerFrame = 2;

type Listener = (entry: IntersectionObserverEntry) => void;
const listeners = new WeakMap<Element, Listener>();
/** What is to be told, the latest for each element, in the order in which it was seen. */
const pending = new Map<Element, IntersectionObserverEntry>();
let observer: IntersectionObserver | null = null;
let isFlushing = false;

/** How far an element is from the middle of the screen, in pixels; what leaves can wait for what comes. */
function urgency({ isIntersecting, boundingClientRect: { top, height } }: IntersectionObserverEntry): number {
  if (!isIntersecting) return Number.POSITIVE_INFINITY;
  return Math.abs(top + height / 2 - window.innerHeight / 2);
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

/** The members of each group (their parent): only those of groups near the screen are watched one by one. */
const groups = new WeakMap<Element, Set<Element>>();
/** Whose members are watched, in pixels beyond the screen: they must be known before they are near themselves. */
const groupMargin = 2 * margin;
let groupObserver: IntersectionObserver | null = null;

function startWatching(): { ofMembers: IntersectionObserver; ofGroups: IntersectionObserver } {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const entry of entries) pending.set(entry.target, entry);
      if (!isFlushing) requestAnimationFrame(flush);
      isFlushing = true;
    },
    { rootMargin: `${margin}px 0px` },
  );
  const ofMembers = observer;
  groupObserver ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        for (const member of groups.get(target) ?? []) {
          if (isIntersecting) ofMembers.observe(member);
          else ofMembers.unobserve(member);
        }
      }
    },
    { rootMargin: `${groupMargin}px 0px` },
  );
  return { ofMembers, ofGroups: groupObserver };
}

/**
 * Tells whenever an element comes near the screen or leaves it far behind. One observer serves all of them, and those far
 * away cost it nothing: of them it watches the groups alone that they lie in.
 */
export function observeNearViewport(element: Element, listener: Listener): () => void {
  const { ofMembers, ofGroups } = startWatching();
  const group = element.parentElement ?? element;
  const members = groups.get(group) ?? new Set();
  groups.set(group, members.add(element));
  listeners.set(element, listener);
  // What joins a group that is near already would hear nothing of it.
  ofMembers.observe(element);
  ofGroups.observe(group);
  return () => {
    ofMembers.unobserve(element);
    members.delete(element);
    if (members.size === 0) ofGroups.unobserve(group);
    listeners.delete(element);
    pending.delete(element);
  };
}
