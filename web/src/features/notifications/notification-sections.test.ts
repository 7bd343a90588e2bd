import { afterEach, expect, it, vi } from 'vitest';
import { toSections } from './notification-sections.ts';

const locale = vi.hoisted(() => ({ firstDay: 1 }));
vi.mock('#contract/i18n/formatters.ts', async (original) => ({
  ...(await original<object>()),
  firstDayOfWeek: () => locale.firstDay,
}));
afterEach(() => {
  locale.firstDay = 1;
});

/** Wednesday, 18 November 2026, in a time zone five hours behind UTC. */
const wednesday = { start: Date.parse('2026-11-18T05:00:00.000Z'), weekday: 3 };
const rows = (...times: string[]) =>
  times.map((batch_updated_at) => ({ id: batch_updated_at, batch_updated_at }));
const found = (...times: string[]) =>
  toSections(rows(...times), wednesday).map((part) => [part.section, ...part.rows.map(({ id }) => id)]);

it('divides at the midnights of the reader', () => {
  expect(found('2026-11-18T05:00:00.000Z', '2026-11-18T04:59:59.999Z')).toEqual([
    ['today', '2026-11-18T05:00:00.000Z'],
    ['week', '2026-11-18T04:59:59.999Z'],
  ]);
});

it('begins the week with the first day of the reader', () => {
  const [monday, sunday] = ['2026-11-16T05:00:00.000Z', '2026-11-16T04:59:59.999Z'];
  expect(found(monday, sunday)).toEqual([
    ['week', monday],
    ['earlier', sunday],
  ]);
  locale.firstDay = 7;
  expect(found(monday, sunday)).toEqual([['week', monday, sunday]]);
});

it('leaves out sections without notifications', () => {
  expect(found('2026-01-01T00:00:00.000Z')).toEqual([['earlier', '2026-01-01T00:00:00.000Z']]);
  expect(found()).toEqual([]);
});
