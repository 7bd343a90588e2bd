/** How near to an edge of the box the pointer scrolls it, in pixels. */
const edge = 56;
/** The fastest speed, at the edge itself, in pixels per millisecond. */
const fastest = 0.9;

/** Returns how fast a box scrolls while the pointer is at `y`, in pixels per millisecond: up if it's negative, 0 away from its edges. */
export function scrollSpeed(y: number, top: number, bottom: number): number {
  const nearness = (distance: number) => Math.min(1, Math.max(0, 1 - distance / edge));
  // In a box that isn't much higher than two edges, the nearer one counts.
  const [up, down] = [nearness(y - top), nearness(bottom - y)];
  return (up > down ? -up : down) * fastest * (up === down ? 0 : 1);
}

/** Scrolls a box, or the page with null, as the pointer at `y` asks for in this many milliseconds. Returns whether it moved. */
export function scrollAtEdge(box: Element | null, y: number, milliseconds: number): boolean {
  const { top, bottom } = box ? box.getBoundingClientRect() : { top: 0, bottom: window.innerHeight };
  const speed = scrollSpeed(y, Math.max(top, 0), Math.min(bottom, window.innerHeight));
  if (speed === 0) return false;
  const scroller = box ?? document.scrollingElement ?? document.documentElement;
  const before = scroller.scrollTop;
  scroller.scrollTop += speed * milliseconds;
  return scroller.scrollTop !== before;
}
