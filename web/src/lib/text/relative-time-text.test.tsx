import { act, cleanup, render } from '@testing-library/react';
import { Activity } from 'react';
import { renderToString } from 'react-dom/server';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { compareClocks } from '../server-clock.ts';
import { RelativeTime } from './relative-time-text.tsx';

beforeAll(() => void vi.stubEnv('TZ', 'Pacific/Auckland'));
afterAll(() => void vi.unstubAllEnvs());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  compareClocks(new Date().toUTCString());
});

it.each([
  ['2026-11-21T11:26:00.000Z', '34m', '34 minutes ago'],
  ['2026-11-21T11:59:50.000Z', 'just now', 'just now'],
  // In Auckland, it's the next day.
  ['2026-11-02T12:00:00.000Z', 'Nov 3', 'Nov 3'],
])('has a short text, and a long one for sentences: %s', (at, short, long) => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00.000Z') });
  const { container, rerender } = render(<RelativeTime at={at} />);
  expect(container.textContent).toBe(short);
  rerender(<RelativeTime at={at} long />);
  expect(container.textContent).toBe(long);
});

it("has the date in UTC on the server, which doesn't know the reader's time zone", () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00.000Z') });
  expect(renderToString(<RelativeTime at="2026-11-02T12:00:00.000Z" />)).toContain('>Nov 2<');
});

it('is current at once when a page that was hidden is shown again', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00.000Z') });
  const page = (mode: 'visible' | 'hidden') => (
    <Activity mode={mode}>
      <RelativeTime at="2026-11-21T11:59:50.000Z" />
    </Activity>
  );
  const { container, rerender } = render(page('visible'));
  rerender(page('hidden'));
  vi.setSystemTime(Date.parse('2026-11-21T15:00:00.000Z'));
  rerender(page('visible'));
  expect(container.textContent).toBe('3h');
});

it.each([
  ['an hour fast', '2026-11-21T13:00:00.000Z', '1h'],
  ['an hour slow', '2026-11-21T11:00:00.000Z', 'just now'],
])('follows the clock of the server on a device that is %s', (_, device, before) => {
  vi.useFakeTimers({ now: Date.parse(device) });
  const { container } = render(
    <>
      <RelativeTime at="2026-11-21T11:59:50.000Z" /> <RelativeTime at="2026-11-21T11:40:00.000Z" />
    </>,
  );
  expect(container.textContent).toContain(before);
  act(() => compareClocks('Sat, 21 Nov 2026 12:00:00 GMT'));
  expect(container.textContent).toBe('just now 20m');
});

it('follows the clock of a device that hardly differs, and ignores responses without a time', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:50.000Z') });
  const { container } = render(<RelativeTime at="2026-11-21T11:59:50.000Z" />);
  act(() => compareClocks('Sat, 21 Nov 2026 12:00:00 GMT'));
  act(() => compareClocks(null));
  expect(container.textContent).toBe('1m');
});
