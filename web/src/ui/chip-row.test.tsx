import { cleanup, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { trackFocusVisible } from '#web-testing/focus-visible.ts';
import { ChipRow } from './chip-row.tsx';

beforeEach(() => {
  trackFocusVisible();
  // Chips of 100 px in a row of 300.
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    return [...(this.parentElement?.children ?? [])].indexOf(this) * 100;
  });
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(100);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(300);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** A row whose chip 3 is selected. */
function open() {
  const { getByRole } = render(
    <ChipRow label="Topics" selected="3">
      {[0, 1, 2, 3, 4].map((chip) => (
        <a key={chip} href={`#${chip}`} aria-current={chip === 3 ? 'true' : undefined}>
          {chip}
        </a>
      ))}
    </ChipRow>,
  );
  return { row: getByRole('navigation'), chip: (name: string) => getByRole('link', { name }) };
}

it('shows the whole chip that is selected, and the one that gets the focus by keyboard', async () => {
  const { row } = open();
  expect(row.scrollLeft).toBe(140);
  for (const left of [0, 0, 40, 140, 240]) {
    await userEvent.tab();
    expect(row.scrollLeft).toBe(left);
  }
});

it('leaves a chip where it is while the mouse presses it', async () => {
  const { row, chip } = open();
  const pressed = vi.fn((event: Event) => event.preventDefault());
  chip('4').addEventListener('click', pressed);
  await userEvent.click(chip('4'));
  expect(document.activeElement).toBe(chip('4'));
  expect(pressed).toHaveBeenCalledOnce();
  expect(row.scrollLeft).toBe(140);
});
