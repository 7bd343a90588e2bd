import { vi } from 'vitest';

/**
 * Makes `:focus-visible` match as in browsers, which jsdom doesn't: unless the mouse was the last to be used. Lasts until mocks are
 * restored.
 */
export function trackFocusVisible(): void {
  let isMouse = false;
  const matches = Element.prototype.matches;
  window.addEventListener('keydown', () => (isMouse = false), { capture: true });
  window.addEventListener('mousedown', () => (isMouse = true), { capture: true });
  vi.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, selector: string) {
    return selector === ':focus-visible'
      ? !isMouse && this === document.activeElement
      : matches.call(this, selector);
  });
}
