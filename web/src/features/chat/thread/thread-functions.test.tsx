import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aMessage, idOf, timeOf } from '#web-testing/fixtures.ts';
import { moveRowFocus } from '../conversations/move-row-focus.ts';
import { toBlobUrl, toShownMessage, toShownPending } from './shown-message.ts';
import { useJump } from './use-jump.ts';
import { maxMountedRows, toMountedRange } from './use-thread-scroll.ts';

let created = 0;
beforeEach(() => {
  created = 0;
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => `blob:${++created}` }));
});
afterEach(() => vi.unstubAllGlobals());

const image = {
  id: idOf(11),
  kind: 'image',
  file_name: 'a.png',
  width: 3,
  height: 2,
  color: '#112233',
  url: '/files/i/3.webp',
  sizes: [],
};
const stored = {
  id: idOf(12),
  file_name: 'a.pdf',
  mime_type: 'application/pdf',
  byte_size: 1,
  url: '/files/d/original',
};
const shape = { duration_ms: 1_000, peaks: Array.from({ length: 64 }, () => 1) };

describe('A sent message', () => {
  it('shows images, files and its recording apart', () => {
    const attachments = [
      { ...stored, kind: 'document' },
      image,
      { ...stored, id: idOf(13), kind: 'video' },
    ] as never;
    const shown = toShownMessage(aMessage({ attachments, is_edited: true }));
    expect(shown).toMatchObject({ content: 'Message 1', at: timeOf(0), is_edited: true, voice: null });
    expect(shown.images.map(({ id }) => id)).toEqual([idOf(11)]);
    expect(shown.files.map(({ id }) => id)).toEqual([idOf(12), idOf(13)]);
    const recording = [{ ...stored, kind: 'audio', mime_type: 'audio/webm' }] as never;
    expect(toShownMessage(aMessage({ attachments: recording, voice: shape }))).toMatchObject({
      voice: { url: '/files/d/original', shape },
      files: [],
    });
    expect(toShownMessage(aMessage({ voice: shape })).voice).toBeNull();
    expect(toShownMessage(aMessage({ attachments: recording })).voice).toBeNull();
  });
});

describe('A message that is being sent', () => {
  const file = (kind: 'image' | 'document' | 'video', type: string) => ({
    name: `a.${kind}`,
    file: new Blob(['x'], { type }),
    kind,
    upload_id: null,
  });
  const item = (fields: object) =>
    ({
      client_id: idOf(50),
      conversation_id: idOf(1),
      content: 'Hi',
      files: [],
      voice: null,
      reply_to: null,
      at: timeOf(3),
      ...fields,
    }) as never as Parameters<typeof toShownPending>[0];

  it('shows its files from the browser', () => {
    const files = [
      { ...file('image', 'image/png'), size: { width: 30, height: 20 } },
      file('image', 'image/png'),
      file('document', 'application/pdf'),
      file('video', 'video/mp4'),
    ];
    const shown = toShownPending(item({ files }), undefined, []);
    expect(shown).toMatchObject({ id: `temp-${idOf(50)}`, content: 'Hi', at: timeOf(3), is_edited: false });
    expect(shown.images).toMatchObject([
      { url: 'blob:1', width: 30, height: 20, sizes: [] },
      { url: 'blob:2', width: 4, height: 3 },
    ]);
    expect(shown.files).toMatchObject([
      { kind: 'document', mime_type: 'application/pdf', byte_size: 1, file_name: 'a.document' },
      { kind: 'video', mime_type: 'video/mp4' },
    ]);
    expect(toShownPending(item({ files }), undefined, []).images[0]?.url).toBe('blob:1');
  });

  it('plays its recording, which is no file', () => {
    const files = [file('document', 'audio/webm')];
    const shown = toShownPending(item({ files, voice: shape }), undefined, []);
    expect(shown).toMatchObject({ voice: { url: 'blob:1', shape }, files: [], images: [] });
    expect(toShownPending(item({ files }), undefined, []).voice).toBeNull();
    expect(toShownPending(item({ voice: shape }), undefined, []).voice).toBeNull();
  });

  it('replies to the message as it is now', () => {
    const reply_to = { id: idOf(2), excerpt: 'Before' };
    expect(toShownPending(item({ reply_to }), undefined, []).reply_to).toEqual(reply_to);
    const now = aMessage({ id: idOf(2), content: 'Now' });
    expect(toShownPending(item({ reply_to }), now, []).reply_to).toMatchObject({ excerpt: 'Now' });
  });

  it('has one address for each file', () => {
    const blob = new Blob(['x']);
    expect([toBlobUrl(blob), toBlobUrl(blob), toBlobUrl(new Blob(['x']))]).toEqual([
      'blob:1',
      'blob:1',
      'blob:2',
    ]);
  });
});

describe('The rows in the document', () => {
  const range = (startIndex: number, endIndex: number, count = 500) =>
    toMountedRange({ startIndex, endIndex, overscan: 8, count });

  it('are those on screen with some around them', () => {
    expect(range(20, 29)).toEqual(Array.from({ length: 26 }, (_, index) => 12 + index));
    expect(range(0, 9).at(0)).toBe(0);
    expect(range(490, 499).at(-1)).toBe(499);
  });

  it('are never more than 60, and contain what is on screen', () => {
    const rows = range(100, 155);
    expect(rows).toHaveLength(maxMountedRows);
    expect([rows[0], rows.at(-1)]).toEqual([96, 155]);
    expect(range(100, 170)[0]).toBe(100);
    expect(range(100, 170)).toHaveLength(maxMountedRows);
    expect(range(100, 143)).toHaveLength(60);
    expect(range(0, 58)[0]).toBe(0);
  });
});

describe('Jumping in a conversation', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('starts where reading starts, or at a message, which is marked for a moment', () => {
    expect(renderHook(() => useJump('first_unread', null)).result.current).toMatchObject({
      anchor: 'first_unread',
      target: null,
      markedSeq: null,
    });
    const { result } = renderHook(() => useJump('newest', 12));
    expect(result.current).toMatchObject({ anchor: 'seq:12', markedSeq: 12 });
    act(() => void vi.advanceTimersByTime(2_499));
    expect(result.current.markedSeq).toBe(12);
    act(() => void vi.advanceTimersByTime(1));
    expect(result.current.markedSeq).toBeNull();
  });

  it('scrolls to what is loaded, and loads the rest', () => {
    const { result } = renderHook(() => useJump('newest', null));
    act(() => result.current.jumpTo(5, true));
    expect(result.current).toMatchObject({ anchor: 'newest', target: { seq: 5 }, markedSeq: 5 });
    act(() => result.current.jumpTo(80, false));
    expect(result.current).toMatchObject({ anchor: 'seq:80', target: { seq: 5 }, markedSeq: 80 });
    act(() => result.current.jumpToAnchor('seq:7'));
    expect(result.current).toMatchObject({ anchor: 'seq:7', markedSeq: 7 });
    act(() => result.current.jumpToAnchor('date:2026-01-01'));
    expect(result.current).toMatchObject({ anchor: 'date:2026-01-01', markedSeq: 7 });
    act(() => result.current.jumpToNewest());
    expect(result.current.anchor).toBe('newest');
  });
});

describe('The arrow keys in a list', () => {
  function press(key: string, from: number, more: Partial<KeyboardEvent> = {}): [number, boolean] {
    document.body.innerHTML =
      '<div><input /><a data-row href="#a">a</a><a data-row href="#b">b</a><a data-row href="#c">c</a></div>';
    const list = document.querySelector('div') as HTMLElement;
    const rows = [...list.querySelectorAll<HTMLElement>('[data-row]')];
    const field = list.querySelector('input') as HTMLElement;
    (rows[from] ?? field).focus();
    const preventDefault = vi.fn();
    moveRowFocus({
      key,
      altKey: false,
      ctrlKey: false,
      metaKey: false,
      shiftKey: false,
      currentTarget: list,
      target: document.activeElement,
      preventDefault,
      ...more,
    } as never);
    return [rows.indexOf(document.activeElement as HTMLElement), preventDefault.mock.calls.length === 1];
  }

  it.each([
    ['ArrowDown', 0, 1, true],
    ['ArrowDown', 2, 2, false],
    ['ArrowUp', 2, 1, true],
    ['ArrowUp', 0, 0, false],
    ['Home', 2, 0, true],
    ['End', 0, 2, true],
    ['a', 1, 1, false],
  ])('%s on row %i leads to row %i', (key, from, to, isHandled) => {
    expect(press(key, from)).toEqual([to, isHandled]);
  });

  it('lead from the field into the list, and Home stays in the field', () => {
    expect(press('ArrowDown', -1)).toEqual([0, true]);
    for (const key of ['Home', 'End', 'ArrowUp']) expect(press(key, -1)).toEqual([-1, false]);
  });

  it.each(['altKey', 'ctrlKey', 'metaKey', 'shiftKey'])('do nothing with %s', (modifier) => {
    expect(press('ArrowDown', 0, { [modifier]: true })).toEqual([0, false]);
  });
});
