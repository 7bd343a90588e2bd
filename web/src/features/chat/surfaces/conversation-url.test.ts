import { afterEach, expect, it, vi } from 'vitest';
import { toConversationSlug } from '#contract/values/targets.ts';
import { idOf } from '#web-testing/fixtures.ts';
import { announceConversationUrl, conversationUrlEvent, toConversationId } from './conversation-url.ts';

const id = idOf(1);
afterEach(() => announceConversationUrl('none'));

it('a slug is the ID without dashes, 32 characters, and leads back to it', () => {
  expect(toConversationSlug(id)).toBe(id.replaceAll('-', ''));
  expect(toConversationSlug(id)).toHaveLength(32);
  expect(toConversationId(toConversationSlug(id))).toBe(id);
  expect(toConversationId(toConversationSlug(id).toUpperCase())).toBe(id);
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
