import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { RichTextView } from './rich-text-view.tsx';

afterEach(cleanup);

it('makes a wide table reachable with the keyboard', () => {
  const { container } = render(
    <RichTextView html="<p>Times</p><table><tbody><tr><td>1/125</td></tr></tbody></table>" />,
  );
  expect(container.querySelector('table')?.tabIndex).toBe(0);
  expect(container.querySelector('p')?.hasAttribute('tabindex')).toBe(false);
});

it('makes tables of changed HTML reachable too', () => {
  const { container, rerender } = render(<RichTextView html="<p>Times</p>" />);
  rerender(<RichTextView html="<table><tbody><tr><td>1/125</td></tr></tbody></table>" />);
  expect(container.querySelector('table')?.tabIndex).toBe(0);
});
