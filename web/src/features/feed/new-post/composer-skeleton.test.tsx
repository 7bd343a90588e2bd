import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { ComposerSkeleton } from './composer-skeleton.tsx';

afterEach(cleanup);

it('takes the title of the draft further while the form loads', async () => {
  const typed = { current: null };
  render(<ComposerSkeleton title="Half" typed={typed} />);
  expect(document.activeElement).toBe(screen.getByLabelText('Title'));
  expect(typed.current).toBeNull();
  await userEvent.keyboard(' a title');
  expect(typed.current).toBe('Half a title');
});
