import { describe, expect, it } from 'vitest';
import { aMessage, idOf, timeOf } from '#web-testing/fixtures.ts';
import { toThreadRows } from './message-rows.ts';

const [me, ada] = [idOf(900), idOf(901)];
const dayOf = (at: string) => at.slice(0, 10);
const message = (seq: number, sender_id: string, second = seq) =>
  aMessage({ id: idOf(seq), seq, sender_id, created_at: timeOf(second), client_id: idOf(500 + seq) });
const rowsOf = (fields: Partial<Parameters<typeof toThreadRows>[0]>) =>
  toThreadRows({ messages: [], pending: [], viewerId: me, readSeq: null, toDay: dayOf, ...fields });
const types = (fields: Parameters<typeof rowsOf>[0]) => rowsOf(fields).map(({ type }) => type);

describe('The lines of a conversation', () => {
  it('begin each day with its date', () => {
    const messages = [message(1, ada), message(2, ada, 90_000), message(3, ada, 90_001)];
    expect(types({ messages })).toEqual(['day', 'message', 'day', 'message', 'message']);
  });

  it('group what one person writes within five minutes', () => {
    const messages = [message(1, ada), message(2, ada), message(3, me), message(4, me, 304)];
    const groups = rowsOf({ messages }).flatMap((row) =>
      row.type === 'message' ? [[row.isFirst, row.isLast]] : [],
    );
    expect(groups).toEqual([
      [true, false],
      [false, true],
      [true, true],
      [true, true],
    ]);
  });

  it('mark the first new message of someone else, and begin a group there', () => {
    const messages = [message(1, ada), message(2, me), message(3, ada), message(4, ada)];
    expect(types({ messages, readSeq: 1 })).toEqual([
      'day',
      'message',
      'message',
      'unread',
      'message',
      'message',
    ]);
    expect(types({ messages, readSeq: 4 })).not.toContain('unread');
    expect(types({ messages })).not.toContain('unread');
  });

  it('end with what is being sent, once, under a key that stays when it is confirmed', () => {
    const pending = [{ client_id: idOf(502), at: timeOf(3) }];
    const before = rowsOf({ messages: [message(1, ada)], pending });
    expect(before.map(({ type }) => type)).toEqual(['day', 'message', 'pending']);
    const after = rowsOf({ messages: [message(1, ada), message(2, me)], pending });
    expect(after.map(({ type }) => type)).toEqual(['day', 'message', 'message']);
    expect(after.at(-1)?.key).toBe(before.at(-1)?.key);
  });
});
