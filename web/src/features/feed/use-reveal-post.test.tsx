import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useRevealPost } from './use-reveal-post.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  scrollIntoView.mockClear();
});

const scrollIntoView = vi.fn(function (this: Element) {
  return this.textContent;
});
beforeEach(() => {
  Element.prototype.scrollIntoView = scrollIntoView;
});
let reveal: (id: string) => void = () => {};

function Feed({ ids, name = 'newest' }: { ids: string[]; name?: string }) {
  reveal = useRevealPost(name, ids);
  return ids.map((id) => (
    <article key={id}>
      <h2 id={`post-${id}`}>
        <a href={`#${id}`}>{id}</a>
      </h2>
    </article>
  ));
}

it('brings a new post into view and focuses its title once the feed shows it, and leaves it alone afterward', () => {
  const { rerender } = render(<Feed ids={['pinned', 'old']} />);
  act(() => reveal('mine'));
  expect(scrollIntoView).not.toHaveBeenCalled();
  rerender(<Feed ids={['pinned', 'mine', 'old']} />);
  expect(scrollIntoView.mock.results.map(({ value }) => value)).toEqual(['mine']);
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'mine' }));
  // Another category, and back.
  rerender(<Feed ids={['other']} />);
  rerender(<Feed ids={['new', 'pinned', 'mine', 'old']} />);
  expect(scrollIntoView).toHaveBeenCalledTimes(1);
});

it('does not bring a post into view that appears in another list', () => {
  const { rerender } = render(<Feed ids={['old']} />);
  act(() => reveal('mine'));
  rerender(<Feed ids={['mine', 'old']} name="all" />);
  expect(scrollIntoView).not.toHaveBeenCalled();
});

it('does not bring a post into view that appears much later', () => {
  vi.useFakeTimers();
  const { rerender } = render(<Feed ids={['old']} />);
  act(() => reveal('mine'));
  act(() => vi.advanceTimersByTime(4_999));
  rerender(<Feed ids={['old']} />);
  act(() => vi.advanceTimersByTime(1));
  rerender(<Feed ids={['old', 'mine']} />);
  expect(scrollIntoView).not.toHaveBeenCalled();
});
