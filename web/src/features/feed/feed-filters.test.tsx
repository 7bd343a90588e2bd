import { cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { FeedFilters } from './feed-filters.tsx';

vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => <a href="/">{children}</a>,
}));
afterEach(cleanup);

const spaceWith = (count: number) =>
  ({
    subdomain: 'film',
    categories: Array.from({ length: count }, (_, index) => ({
      id: `c${index}`,
      name: `C${index}`,
      icon: '',
    })),
  }) as unknown as Space;
const sorts = () => screen.queryByRole('navigation', { name: 'Sort' });

it('has no sort while there is nothing to sort', () => {
  const { container, rerender } = render(<FeedFilters space={spaceWith(1)} search={{}} canSort={false} />);
  expect(container.innerHTML).toBe('');
  rerender(<FeedFilters space={spaceWith(2)} search={{}} canSort={false} />);
  expect(sorts()).toBeNull();
  expect(screen.getByRole('navigation', { name: 'Categories' })).toBeDefined();
  rerender(<FeedFilters space={spaceWith(1)} search={{}} canSort />);
  expect(sorts()).not.toBeNull();
});

it('keeps the sort of an empty period or category, which leads back', () => {
  const { rerender } = render(<FeedFilters space={spaceWith(1)} search={{ sort: 'top' }} canSort={false} />);
  expect(sorts()).not.toBeNull();
  rerender(<FeedFilters space={spaceWith(2)} search={{ category: 'c1' }} canSort={false} />);
  expect(sorts()).not.toBeNull();
});
