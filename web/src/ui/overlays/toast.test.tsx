import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  dismissToast,
  readToast,
  showToastLater,
  TOAST_DURATION_MS,
  TOAST_READ_MS,
  TOAST_REMOVE_MS,
  TOAST_SWIPE_PX,
  toast,
} from './toast.ts';
import { Toaster } from './toaster.tsx';

const isOpen = () => readToast()?.open === true;

beforeEach(() => {
  vi.useFakeTimers();
  render(<Toaster />);
});

afterEach(() => {
  act(() => {
    dismissToast();
    vi.advanceTimersByTime(TOAST_REMOVE_MS);
  });
  cleanup();
  vi.useRealTimers();
});

const show = (options: Parameters<typeof toast>[0]) => act(() => void toast(options));

/** Returns the toast that contains a text. */
function cardOf(text: string): HTMLElement {
  const card = screen.getByText(text).closest<HTMLElement>('.toast');
  if (!card) throw new Error(`no toast around ${text}`);
  return card;
}

describe('toast', () => {
  it('shows an icon, unless the title has one', () => {
    show({ title: 'Saved' });
    expect(cardOf('Saved').querySelectorAll(':scope > svg')).toHaveLength(1);
    show({ title: '🔌 Offline', icon: false });
    expect(cardOf('🔌 Offline').querySelectorAll(':scope > svg')).toHaveLength(0);
  });

  it('shows one toast at a time: a new one replaces the old one', () => {
    show({ title: 'First' });
    show({ title: 'Second', description: 'Details' });
    expect(screen.queryByText('First')).toBeNull();
    expect(screen.getByText('Second')).toBeTruthy();
    expect(screen.getByText('Details')).toBeTruthy();
  });

  it('delays a low-priority toast until an open error toast is gone, and can cancel it', () => {
    show({ title: "Couldn't save your RSVP", variant: 'destructive' });
    act(() => void showToastLater(() => ({ title: 'Offline', duration: Number.POSITIVE_INFINITY })));
    expect(screen.queryByText('Offline')).toBeNull();
    act(() => vi.advanceTimersByTime(TOAST_DURATION_MS));
    expect(screen.queryByText("Couldn't save your RSVP")).toBeNull();
    expect(screen.getByText('Offline')).toBeTruthy();

    show({ title: 'Failed again', variant: 'destructive' });
    let cancel = () => {};
    act(() => {
      cancel = showToastLater(() => ({ title: 'Never shown' }));
    });
    act(cancel);
    act(() => vi.advanceTimersByTime(TOAST_DURATION_MS));
    expect(screen.queryByText('Never shown')).toBeNull();

    act(() => {
      cancel = showToastLater(() => ({ title: 'Shown at once' }));
    });
    expect(screen.getByText('Shown at once')).toBeTruthy();
    act(cancel);
    expect(isOpen()).toBe(false);
  });

  it('shows what replaces the error toast before the low-priority toast that waits', () => {
    show({ title: "Couldn't save the event", variant: 'destructive' });
    act(() => void showToastLater(() => ({ title: 'Back online' })));
    show({ title: 'Event created' });
    expect(screen.getByText('Event created')).toBeTruthy();
    act(() => vi.advanceTimersByTime(TOAST_DURATION_MS));
    expect(screen.getByText('Back online')).toBeTruthy();
  });

  it('closes a toast after 5 seconds and removes it 1,000,000 ms later', () => {
    show({ title: 'Saved' });
    act(() => vi.advanceTimersByTime(TOAST_DURATION_MS - 1));
    expect(isOpen()).toBe(true);
    act(() => vi.advanceTimersByTime(1));
    expect(isOpen()).toBe(false);
    expect(cardOf('Saved').dataset.state).toBe('closed');
    act(() => vi.advanceTimersByTime(TOAST_REMOVE_MS - 1));
    expect(readToast()).toBeDefined();
    act(() => vi.advanceTimersByTime(1));
    expect(readToast()).toBeUndefined();
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('gives a replacing toast its full duration', () => {
    show({ title: 'First' });
    act(() => vi.advanceTimersByTime(4_000));
    show({ title: 'Second' });
    act(() => vi.advanceTimersByTime(4_000));
    expect(isOpen()).toBe(true);
  });

  it('uses the duration of the toast', () => {
    show({ title: 'Back online', duration: 3_000 });
    act(() => vi.advanceTimersByTime(3_000));
    expect(isOpen()).toBe(false);
    show({ title: 'Stays', duration: Number.POSITIVE_INFINITY });
    act(() => vi.advanceTimersByTime(100_000));
    expect(isOpen()).toBe(true);
  });

  it('pauses the countdown while hovered, then continues with the remaining time', () => {
    show({ title: 'Read me' });
    act(() => vi.advanceTimersByTime(4_000));
    fireEvent.pointerEnter(cardOf('Read me'));
    act(() => vi.advanceTimersByTime(60_000));
    expect(isOpen()).toBe(true);
    fireEvent.pointerLeave(cardOf('Read me'));
    act(() => vi.advanceTimersByTime(999));
    expect(isOpen()).toBe(true);
    act(() => vi.advanceTimersByTime(1));
    expect(isOpen()).toBe(false);
  });

  it('pauses the countdown while the toast has the focus', () => {
    show({ title: 'Read me' });
    act(() => screen.getByRole('button', { name: 'Dismiss' }).focus());
    act(() => vi.advanceTimersByTime(60_000));
    expect(isOpen()).toBe(true);
  });

  it('dismisses a toast on a swipe of 50 px, but not on a shorter one', () => {
    const swipe = (by: number) => {
      const card = cardOf('Swipe');
      fireEvent.pointerDown(card, { clientX: 100 });
      fireEvent.pointerMove(card, { clientX: 100 + by });
      fireEvent.pointerUp(card, { clientX: 100 + by });
    };
    show({ title: 'Swipe' });
    swipe(TOAST_SWIPE_PX - 1);
    expect(isOpen()).toBe(true);
    swipe(-TOAST_SWIPE_PX);
    expect(isOpen()).toBe(false);
  });

  describe('on a touch screen', () => {
    const touch = (pointerType = 'touch') =>
      fireEvent.pointerDown(document.body, { pointerType, clientX: 10, clientY: 600 });
    const read = () => act(() => vi.advanceTimersByTime(TOAST_READ_MS));

    it('goes when the page is touched elsewhere, once it could be read', () => {
      show({ title: 'Saved' });
      cardOf('Saved').getBoundingClientRect = () => new DOMRect(0, 0, 300, 50);
      touch();
      expect(isOpen()).toBe(true);
      read();
      touch('mouse');
      fireEvent.pointerDown(document.body, { pointerType: 'touch', clientX: 10, clientY: 20 });
      expect(isOpen()).toBe(true);
      touch();
      expect(isOpen()).toBe(false);
    });

    it.each([
      ['an error', { variant: 'destructive' as const }],
      ['an action', { action: { label: 'Undo', onPress: () => {} } }],
      ['no end', { duration: Number.POSITIVE_INFINITY }],
    ])('stays with %s', (_, options) => {
      show({ title: 'Stays', ...options });
      read();
      touch();
      expect(isOpen()).toBe(true);
    });
  });

  it('recognizes a swipe by its position where touches go through the toast', () => {
    show({ title: 'Swipe' });
    const card = cardOf('Swipe');
    card.getBoundingClientRect = () => new DOMRect(0, 0, 300, 50);
    const swipe = (clientY: number) => {
      fireEvent.pointerDown(document.body, { clientX: 200, clientY });
      fireEvent.pointerMove(document.body, { clientX: 100, clientY });
      expect(card.style.getPropertyValue('--swipe')).toBe(clientY > 50 ? '0px' : '-100px');
      fireEvent.pointerUp(document.body, { clientX: 100, clientY });
    };
    swipe(60);
    expect(isOpen()).toBe(true);
    swipe(20);
    expect(isOpen()).toBe(false);
  });

  /** Adds an element that stays at the lower edge. */
  const add = (top: number, bottom: number, left = 0) => {
    const bar = document.createElement('div');
    bar.dataset.floor = '';
    bar.getBoundingClientRect = () => new DOMRect(left, top, 300, bottom - top);
    document.body.append(bar);
    return bar;
  };

  it('is above the lower edge from its first frame', async () => {
    const area = screen.getByRole('region', { name: 'Alerts' });
    area.getBoundingClientRect = () => new DOMRect(0, 0, 300, 50);
    const bar = add(728, 768);
    // Without `act`, as in a browser: effects and what they set come in later tasks, unless they are part of the commit.
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
    toast({ title: 'Saved' });
    await Promise.resolve();
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    expect(screen.getByText('Saved')).toBeTruthy();
    expect(area.style.getPropertyValue('--floor')).toBe('40px');
    bar.remove();
    vi.unstubAllGlobals();
  });

  it('is above what stays at the lower edge, and follows it', async () => {
    vi.useRealTimers();
    const area = screen.getByRole('region', { name: 'Alerts' });
    area.getBoundingClientRect = () => new DOMRect(0, 0, 300, 50);
    const floor = () => area.style.getPropertyValue('--floor');
    expect(window.innerHeight).toBe(768);
    add(728, 768);
    // Elsewhere: beside it, in the middle of the page, hidden.
    for (const bar of [add(600, 728, 400), add(300, 340), add(500, 728)]) bar.style.visibility = 'visible';
    const hidden = document.querySelectorAll<HTMLElement>('[data-floor]')[3];
    hidden?.style.setProperty('visibility', 'hidden');
    show({ title: 'Saved' });
    expect(floor()).toBe('40px');
    // A row of buttons above the bar, which leaves no room between.
    const buttons = add(650, 700);
    await vi.waitFor(() => expect(floor()).toBe('118px'));
    buttons.remove();
    await vi.waitFor(() => expect(floor()).toBe('40px'));
    for (const bar of document.querySelectorAll('[data-floor]')) bar.remove();
    vi.useFakeTimers();
  });

  it('is above a row of buttons in the page, which passes below once someone scrolls', async () => {
    vi.useRealTimers();
    const area = screen.getByRole('region', { name: 'Alerts' });
    area.getBoundingClientRect = () => new DOMRect(0, 0, 300, 50);
    const floor = () => area.style.getPropertyValue('--floor');
    const row = add(700, 740);
    row.dataset.floor = 'row';
    show({ title: 'Posted' });
    expect(floor()).toBe('68px');
    // The page scrolls by itself, to a new post.
    row.getBoundingClientRect = () => new DOMRect(0, 680, 300, 40);
    fireEvent.scroll(window);
    await vi.waitFor(() => expect(floor()).toBe('88px'));
    fireEvent.wheel(window);
    row.getBoundingClientRect = () => new DOMRect(0, 650, 300, 40);
    const bar = add(668, 768);
    await vi.waitFor(() => expect(floor()).toBe('100px'));
    for (const element of [row, bar]) element.remove();
    vi.useFakeTimers();
  });

  it.each([
    ['above a sheet at the lower edge', 500, 768, 268],
    ['over a sheet that leaves no room above', 60, 768, 0],
    ['over the page beside a dialog in its middle', 300, 700, 0],
  ])('is %s', async (_name, top, bottom, expected) => {
    const area = screen.getByRole('region', { name: 'Alerts' });
    area.getBoundingClientRect = () => new DOMRect(0, 0, 300, 50);
    const sheet = add(top, bottom);
    sheet.dataset.floor = 'sheet';
    show({ title: 'Saved' });
    expect(area.style.getPropertyValue('--floor')).toBe(`${expected}px`);
    sheet.remove();
  });

  it('announces toasts politely, or assertively if destructive', () => {
    show({ title: 'Saved' });
    expect(cardOf('Saved').parentElement?.getAttribute('aria-live')).toBe('polite');
    show({ title: 'Save Error', variant: 'destructive' });
    expect(cardOf('Save Error').parentElement?.getAttribute('aria-live')).toBe('assertive');
  });

  it('runs the action of a toast and closes it', () => {
    const undo = vi.fn();
    show({ title: 'Deleted', action: { label: 'Undo', onPress: undo } });
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(undo).toHaveBeenCalledOnce();
    expect(isOpen()).toBe(false);
  });
});
