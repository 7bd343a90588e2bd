import { expect, it } from 'vitest';
import { findLink } from './plain-text.ts';

it('A link ends before the punctuation of its sentence, and before a bracket that it did not open', () => {
  expect(findLink('See https://example.com/a_(b).')).toBe('https://example.com/a_(b)');
  expect(findLink('(https://example.com/a), then')).toBe('https://example.com/a');
  expect(findLink('**https://example.com/a**!')).toBe('https://example.com/a');
  expect(findLink('none')).toBeNull();
});
