import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { aPerson, aSpace } from '#web-testing/fixtures.ts';
import { SpaceRailCard } from './space-rail-card.tsx';

afterEach(cleanup);

it.each([
  [1, ['1 Member', '1 Online', '1 Admin']],
  [2, ['2 Members', '1 Online', '2 Admins']],
])('names the figures of a space with %i as many', (count, expected) => {
  const staff = Array.from({ length: count }, () => ({ user: aPerson(), role: 'admin' as const }));
  render(<SpaceRailCard space={aSpace({ member_count: count, staff })} online={1} />);
  const figures = screen.getAllByRole('definition').map((figure) => {
    const label = figure.parentElement?.querySelector('dt')?.textContent;
    return `${figure.textContent} ${label}`;
  });
  expect(figures).toEqual(expected);
});
