import { afterEach, expect, it, vi } from 'vitest';
import { idOf } from '#web-testing/fixtures.ts';
import {
  announceConversationUrl,
  conversationUrlEvent,
  toConversationId,
  toSlug,
} from './conversation-url.ts';

const id = idOf(1);
afterEach(() => announceConversationUrl('none'));

it('a slug is the ID without dashes, 32 characters, and leads back to it', () => {
  expect(toSlug(id)).toBe(id.replaceAll('-', ''));
  expect(toSlug(id)).toHaveLength(32);
  expect(toConversationId(toSlug(id))).toBe(id);
  expect(toConversationId(toSlug(id).toUpperCase())).toBe(id);
});

it.each(['', 'x', '0'.repeat(31), '0'.repeat(33), 'g'.repeat(32)])('%j is no slug', (slug) => {
  expect(toConversationId(slug)).toBeNull();
});

it('announces each change of the address once', () => {
  const listen = vi.fn();
  const receive = (event: Event) => listen((event as CustomEvent).detail.slug);
  window.addEventListener(conversationUrlEvent, receive);
  for (const slug of ['a', 'a', 'b', null, null, 'a']) announceConversationUrl(slug);
  window.removeEventListener(conversationUrlEvent, receive);
  expect(listen.mock.calls.flat()).toEqual(['a', 'b', null, 'a']);
});
