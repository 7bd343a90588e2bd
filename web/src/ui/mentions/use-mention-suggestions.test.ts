import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useMentionSuggestions } from './use-mention-suggestions.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const maya = { id: '1', name: 'Maya Chen', detail: '@maya', image: null };
const findPeople = () => Promise.resolve([maya]);
const insert = () => {};

const toSearch = (text: string | null) => (text === null ? null : { text, from: 0, to: text.length + 1 });

it('suggests people for two words where a typed username is no mention', async () => {
  const { result, rerender } = renderHook(
    (text: string | null) => useMentionSuggestions(toSearch(text), findPeople, insert),
    { initialProps: 'maya' as string | null },
  );
  const searched = () => act(() => vi.advanceTimersByTimeAsync(300));
  await searched();
  expect(result.current.people).toEqual([maya]);
  for (const text of ['maya ', 'maya c']) {
    rerender(text);
    expect(result.current.people).toEqual([]);
    await searched();
    expect(result.current.people).toEqual([maya]);
  }
  rerender(null);
  rerender('maya c');
  expect(result.current.people).toEqual([]);
});
