import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ZoomButtons } from './zoom-buttons.tsx';

afterEach(cleanup);

it.each([
  [{ isFarthest: true, isNearest: false }, ['Zoom out', 'Show the whole world']],
  [{ isFarthest: false, isNearest: true }, ['Zoom in']],
  [{ isFarthest: false, isNearest: false }, []],
])('marks the buttons that would change nothing: %o', (reached, names) => {
  render(<ZoomButtons zoom={() => {}} step={2} {...reached} />);
  const marked = screen
    .getAllByRole('button')
    .filter((button) => button.getAttribute('aria-disabled') === 'true')
    .map((button) => button.getAttribute('aria-label'));
  expect(marked).toEqual(names);
});
