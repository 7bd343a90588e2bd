import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  DraftStore,
  deleteOldDrafts,
  draftDelay,
  flushOnLeave,
  keepDrafts,
  listDrafts,
  restoreDrafts,
  useSavedDraft,
} from './drafts.ts';
import { clearLocal, listLocal, readLocal, writeLocal } from './local-store.ts';

describe('drafts', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    localStorage.clear();
  });
  afterEach(() => vi.useRealTimers());

  it('saves once after a pause in typing and restores the draft on a new page', () => {
    const setItem = vi.spyOn(Storage.prototype, 'setItem');
    const drafts = new DraftStore<string>('ines', 'post:s1');
    drafts.write('H');
    drafts.write('He');
    vi.advanceTimersByTime(draftDelay - 1);
    expect(setItem).not.toHaveBeenCalled();
    expect(drafts.read()).toBe('He');
    vi.advanceTimersByTime(1);
    expect(setItem).toHaveBeenCalledTimes(1);
    setItem.mockRestore();
    expect(new DraftStore<string>('ines', 'post:s1').read()).toBe('He');
  });

  it('keeps drafts until the page is left if the browser has no storage', () => {
    const denied = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    const storage = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(denied);
    const store = new DraftStore<string>('ines', 'comment:p1');
    store.write('Half a thought');
    store.flush();
    const other = new DraftStore<string>('ines', 'comment:p1');
    expect(other.read()).toBe('Half a thought');
    expect(listDrafts('ines', 'comment:')).toEqual([{ key: 'comment:p1', value: 'Half a thought' }]);
    expect(listDrafts('tom', 'comment:')).toEqual([]);
    other.clear();
    expect(new DraftStore<string>('ines', 'comment:p1').read()).toBeNull();
    store.write('Another');
    store.flush();
    storage.mockRestore();
    store.write('Stored');
    store.flush();
    expect(listDrafts('ines', 'comment:')).toEqual([{ key: 'comment:p1', value: 'Stored' }]);
  });

  it('separates users and keys, and deletes a cleared draft', () => {
    const mine = new DraftStore<string>('ines', 'post:s1');
    mine.write('mine');
    mine.flush();
    expect(new DraftStore<string>('tom', 'post:s1').read()).toBeNull();
    expect(new DraftStore<string>('ines', 'post:s2').read()).toBeNull();
    mine.write('mine, longer');
    mine.clear();
    vi.advanceTimersByTime(draftDelay);
    expect(new DraftStore<string>('ines', 'post:s1').read()).toBeNull();
  });

  it('saves immediately when the page is left', () => {
    const store = new DraftStore<string>('ines', 'comment:p1');
    const stop = flushOnLeave(store);
    expect(renderHook(() => useSavedDraft('ines', 'comment:p1')).result.current).toBeNull();
    store.write('half a thought');
    window.dispatchEvent(new Event('pagehide'));
    expect(listLocal('draft.')).toEqual(['draft.ines.comment:p1']);
    expect(renderHook(() => useSavedDraft('ines', 'comment:p1')).result.current).toBe('half a thought');
    store.write('a whole thought');
    stop();
    expect(renderHook(() => useSavedDraft('ines', 'comment:p1')).result.current).toBe('a whole thought');
    store.clear();
    expect(listLocal('draft.')).toEqual([]);
  });

  it('saves immediately when the page is hidden', () => {
    const store = new DraftStore<string>('ines', 'comment:p1');
    const stop = flushOnLeave(store);
    store.write('half a thought');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(listLocal('draft.')).toEqual(['draft.ines.comment:p1']);
    stop();
  });

  it('deletes drafts older than a month and corrupt ones', () => {
    const now = Date.now();
    const days = (count: number) => now - count * 86_400_000;
    writeLocal('draft.ines.old', { value: 'x', at: days(31) });
    writeLocal('draft.ines.new', { value: 'x', at: days(29) });
    localStorage.setItem('hearth.draft.ines.broken', '{');
    deleteOldDrafts(now);
    expect(listLocal('draft.')).toEqual(['draft.ines.new']);
  });

  it('deletes everything but the theme at sign-out', () => {
    localStorage.setItem('hearth.theme', 'dark');
    localStorage.setItem('other', 'stays');
    writeLocal('last-space', { user_id: 'ines' });
    clearLocal();
    expect(readLocal('last-space')).toBeNull();
    expect(localStorage.getItem('hearth.theme')).toBe('dark');
    expect(localStorage.getItem('other')).toBe('stays');
  });
});

describe('what was typed before another tab has signed out', () => {
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  const nameOf = (key: string) => `draft.rosa.${key}`;
  /** Types, and deletes what the browser has stored, as another tab does when it signs out. */
  function typeAndEnd(): void {
    new DraftStore('rosa', 'comment:half').write({ html: 'Half a' });
    new DraftStore('rosa', 'post:synced').write({ synced: true });
    const sent = new DraftStore('rosa', 'comment:sent');
    sent.write({ html: 'Sent' });
    sent.clear();
    keepDrafts();
    clearLocal();
  }

  it('is there again for the same user, once, without what was sent or the server has', () => {
    typeAndEnd();
    restoreDrafts(undefined);
    expect(listLocal('draft.')).toEqual([]);
    restoreDrafts('rosa');
    expect(listLocal('draft.')).toEqual([nameOf('comment:half')]);
    expect(readLocal(nameOf('comment:half'))).toMatchObject({ value: { html: 'Half a' } });
    clearLocal();
    restoreDrafts('rosa');
    expect(listLocal('draft.')).toEqual([]);
  });

  it('does not replace what is stored since', () => {
    typeAndEnd();
    writeLocal(nameOf('comment:half'), { value: { html: 'Newer' }, at: Date.now() });
    restoreDrafts('rosa');
    expect(readLocal(nameOf('comment:half'))).toMatchObject({ value: { html: 'Newer' } });
  });

  it('is deleted when someone else logs in', () => {
    typeAndEnd();
    restoreDrafts('bea');
    expect([listLocal('draft.'), sessionStorage.length]).toEqual([[], 0]);
    restoreDrafts('rosa');
    expect(listLocal('draft.')).toEqual([]);
  });
});
