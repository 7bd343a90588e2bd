import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { DraftProblem, DraftStatusText } from './draft-status-text.tsx';

afterEach(cleanup);

it.each([
  ['idle', ''],
  ['saving', 'Saving…'],
  ['saved', 'Saved'],
  ['waiting', ''],
  ['too_long', ''],
] as const)('keeps its place in the row of buttons while the draft is %s', (status, text) => {
  const { container } = render(<DraftStatusText status={status} />);
  const [place, ...others] = container.querySelectorAll('.draft-status');
  expect(others).toEqual([]);
  expect(place?.textContent).toBe(text);
});

it('says apart from it why a draft is only on this device', () => {
  render(<DraftProblem status="waiting" />);
  expect(screen.getByText(/^Saved on this device/).getAttribute('aria-live')).toBe('polite');
});
