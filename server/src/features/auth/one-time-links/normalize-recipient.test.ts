import { expect, it } from 'vitest';
import { normalizeRecipient } from './normalize-recipient.ts';

it.each([
  ['Ada@Example.com', 'ada@example.com'],
  ['ada+news@example.com', 'ada@example.com'],
  ['ada+one+two@example.com', 'ada@example.com'],
  ['ada.l@example.com', 'ada.l@example.com'],
  ['+ada@example.com', '+ada@example.com'],
  ['"a+b@c"+x@example.com', '"a@example.com'],
  ['ada@exa+mple.com', 'ada@exa+mple.com'],
])('%s is the mailbox %s', (email, mailbox) => {
  expect(normalizeRecipient(email)).toBe(mailbox);
});
