import { render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { tRich } from './rich-message.tsx';

afterEach(() => vi.restoreAllMocks());

it('renders the elements of a sentence around their texts', () => {
  const warn = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { container } = render(
    <p>
      {tRich('Posted: <link>{title}</link>. {count, plural, one {# reply} other {# replies}}.', {
        title: 'First light',
        count: 2,
        link: (title) => <a href="/film">{title}</a>,
      })}
    </p>,
  );
  expect(container.innerHTML).toBe('<p>Posted: <a href="/film">First light</a>. 2 replies.</p>');
  expect(warn).not.toHaveBeenCalled();
});

it('shows a value that looks like a message or a tag as it is', () => {
  const { container } = render(
    <p>
      {tRich('replied to <person>{name}</person>', { name: '{x} <b>', person: (name) => <i>{name}</i> })}
    </p>,
  );
  expect(container.textContent).toBe('replied to {x} <b>');
});

it('renders an element without text', () => {
  const { container } = render(<p>{tRich('By <author></author>', { author: () => <i>Ines</i> })}</p>);
  expect(container.innerHTML).toBe('<p>By <i>Ines</i></p>');
});
