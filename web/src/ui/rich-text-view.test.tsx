import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { RichTextView } from './rich-text-view.tsx';

afterEach(cleanup);

it('lets the keyboard reach a table, which may be wider than its place', () => {
  const { container } = render(
    <RichTextView html="<p>Times</p><table><tbody><tr><td>1/125</td></tr></tbody></table>" />,
  );
  expect(container.querySelector('table')?.tabIndex).toBe(0);
  expect(container.querySelector('p')?.hasAttribute('tabindex')).toBe(false);
});

it('says of other HTML the same', () => {
  const { container, rerender } = render(<RichTextView html="<p>Times</p>" />);
  rerender(<RichTextView html="<table><tbody><tr><td>1/125</td></tr></tbody></table>" />);
  expect(container.querySelector('table')?.tabIndex).toBe(0);
});
