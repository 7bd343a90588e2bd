import { expect, it } from 'vitest';

it('An editor that asks where its text is gets an answer, as it does of elements', () => {
  const range = document.createRange();
  range.selectNodeContents(document.body);
  expect(range.getClientRects()).toHaveLength(0);
  expect(range.getBoundingClientRect().width).toBe(0);
});
