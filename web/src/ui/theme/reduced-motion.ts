/** Whether the reader asks for no animations. CSS animations stop by themselves; scripts ask here. */
export function prefersReducedMotion(): boolean {
  return window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
}
