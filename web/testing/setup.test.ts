import { expect, it } from 'vitest';

it('Ranges have no size, as elements have none', () => {
  const range = document.createRange();
  range.selectNodeContents(document.body);
  expect(range.getClientRects()).toHaveLength(0);
  expect(range.getBoundingClientRect().width).toBe(0);
});
