/** How long after a touch its click can follow, in milliseconds. */
const clickWithin = 500;

/**
 * Drops the click that follows a press. What was pressed may be gone by then, so that the click would reach what took its
 * place.
 */
export function dropClickOf(pointerId: number): void {
  const ended = new AbortController();
  const options = { capture: true, signal: ended.signal };
  const end = () => ended.abort();
  const onRelease = (event: globalThis.PointerEvent) => {
    if (event.pointerId === pointerId) setTimeout(end, clickWithin);
  };
  window.addEventListener('pointerup', onRelease, options);
  window.addEventListener('pointercancel', onRelease, options);
  window.addEventListener('pointerdown', end, options);
  window.addEventListener('keydown', end, options);
  window.addEventListener(
    'click',
    (event) => {
      event.preventDefault();
      event.stopPropagation();
      end();
    },
    options,
  );
}
