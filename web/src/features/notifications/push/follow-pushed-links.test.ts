import { afterEach, expect, it, vi } from 'vitest';
import { followPushedLinks } from './follow-pushed-links.ts';

const setWorkers = (value: EventTarget | undefined) =>
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value });

/** A page, and what sends it a message of the worker. */
function open() {
  const workers = new EventTarget();
  setWorkers(workers);
  const navigate = vi.fn();
  followPushedLinks({ navigate });
  return { navigate, send: (data: unknown) => workers.dispatchEvent(new MessageEvent('message', { data })) };
}
afterEach(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));

it('shows what the worker asks a page for', () => {
  const { navigate, send } = open();
  send({ navigate: `${window.location.origin}/bread/space/1?highlight_comment=5` });
  expect(navigate.mock.calls).toEqual([[{ href: '/bread/space/1?highlight_comment=5' }]]);
});

it('stays where it is for other messages', () => {
  const { navigate, send } = open();
  for (const data of [null, 'text', {}, { navigate: 3 }, { navigate: 'no address' }]) send(data);
  send({ navigate: 'https://elsewhere.example/bread/post/oats' });
  expect(navigate).not.toHaveBeenCalled();
});

it('works in browsers without workers', () => {
  setWorkers(undefined);
  expect(() => followPushedLinks({ navigate: vi.fn() })).not.toThrow();
});
