import { expect, it } from 'vitest';
import { toSections } from './notification-sections.ts';

/** Midnight in a time zone five hours behind UTC. */
const today = Date.parse('2026-11-18T05:00:00.000Z');
const found = (...times: string[]) =>
  toSections(
    times.map((batch_updated_at) => ({ id: batch_updated_at, batch_updated_at })),
    today,
  ).map((part) => [part.section, ...part.rows.map(({ id }) => id)]);

it('divides at the midnights of the reader', () => {
  expect(found('2026-11-18T05:00:00.000Z', '2026-11-18T04:59:59.999Z')).toEqual([
    ['today', '2026-11-18T05:00:00.000Z'],
    ['week', '2026-11-18T04:59:59.999Z'],
  ]);
  expect(found('2026-11-12T05:00:00.000Z', '2026-11-12T04:59:59.999Z')).toEqual([
    ['week', '2026-11-12T05:00:00.000Z'],
    ['earlier', '2026-11-12T04:59:59.999Z'],
  ]);
});

it('leaves out sections without notifications', () => {
  expect(found('2026-01-01T00:00:00.000Z')).toEqual([['earlier', '2026-01-01T00:00:00.000Z']]);
  expect(found()).toEqual([]);
});
