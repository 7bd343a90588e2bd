import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { scrollSpeed } from './auto-scroll.ts';
import { followPress } from './drag-session.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  // Ends a drag, and the wait for its click.
  window.dispatchEvent(new Event('blur'));
  window.dispatchEvent(new KeyboardEvent('keydown'));
  vi.useRealTimers();
});

const pointer = (type: string, x: number, y: number, fields: PointerEventInit = {}) => {
  const event = new PointerEvent(type, {
    pointerId: 1,
    clientX: x,
    clientY: y,
    buttons: 1,
    cancelable: true,
    ...fields,
  });
  window.dispatchEvent(event);
  return event;
};

/** Presses at 100, 100. `log` is what happened. */
function press(pointerType: 'mouse' | 'touch') {
  const log: string[] = [];
  followPress(
    { pointerId: 1, pointerType, clientX: 100, clientY: 100 },
    {
      onLift: ({ x, y }) => log.push(`lift ${x} ${y}`),
      onFrame: ({ x, y }) => log.push(`at ${x} ${y}`),
      onDrop: () => log.push('drop'),
      onCancel: () => log.push('cancel'),
    },
  );
  return log;
}
const click = () => {
  const event = new MouseEvent('click', { cancelable: true, bubbles: true });
  document.body.dispatchEvent(event);
  return event.defaultPrevented;
};

describe('A mouse', () => {
  it('drags once it has moved by five pixels, and drops where it is released', () => {
    const log = press('mouse');
    pointer('pointermove', 103, 103);
    expect(log).toEqual([]);
    pointer('pointermove', 103, 104);
    expect(log).toEqual(['lift 103 104']);
    expect(document.documentElement.dataset.dragging).toBe('');
    pointer('pointermove', 50, 200);
    vi.advanceTimersToNextFrame();
    expect(log.at(-1)).toBe('at 50 200');
    pointer('pointerup', 50, 200);
    expect(log.at(-1)).toBe('drop');
    expect(document.documentElement.dataset.dragging).toBeUndefined();
    const { length } = log;
    vi.advanceTimersToNextFrame();
    pointer('pointermove', 0, 0);
    expect(log).toHaveLength(length);
  });

  it('still clicks if it has not moved, but not at the end of a drag', () => {
    press('mouse');
    pointer('pointerup', 100, 100);
    expect(click()).toBe(false);
    press('mouse');
    pointer('pointermove', 120, 100);
    pointer('pointerup', 120, 100);
    expect(click()).toBe(true);
    expect(click()).toBe(false);
  });

  it('cancels with Escape, which reaches nothing else, and drops nothing then', () => {
    const log = press('mouse');
    pointer('pointermove', 120, 100);
    const others = vi.fn();
    document.body.addEventListener('keydown', others, { once: true });
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    expect(others).not.toHaveBeenCalled();
    pointer('pointerup', 120, 100);
    expect(log).toEqual(['lift 120 100', 'cancel']);
  });

  it('ends if it was released outside of the window, or is pressed again', () => {
    const log = press('mouse');
    pointer('pointermove', 120, 100, { buttons: 0 });
    pointer('pointermove', 140, 100);
    expect(log).toEqual([]);
    const again = press('mouse');
    pointer('pointermove', 120, 100);
    pointer('pointerdown', 120, 100, { pointerId: 2 });
    expect(again).toEqual(['lift 120 100', 'cancel']);
  });

  it('is one pointer: others change nothing', () => {
    const log = press('mouse');
    pointer('pointermove', 200, 200, { pointerId: 2 });
    pointer('pointermove', 120, 100);
    pointer('pointerup', 120, 100, { pointerId: 2 });
    pointer('pointercancel', 120, 100, { pointerId: 2 });
    expect(log).toEqual(['lift 120 100']);
  });
});

describe('A finger', () => {
  it('drags once it has rested, and then keeps the page from scrolling', () => {
    const log = press('touch');
    const move = () => {
      const event = new Event('touchmove', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(move()).toBe(false);
    pointer('pointermove', 104, 104);
    vi.advanceTimersByTime(349);
    expect(log).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(log).toEqual(['lift 104 104']);
    expect(move()).toBe(true);
    pointer('pointerup', 104, 104);
    expect(log).toEqual(['lift 104 104', 'drop']);
  });

  it('scrolls if it moves before', () => {
    const log = press('touch');
    pointer('pointermove', 100, 109);
    vi.advanceTimersByTime(1000);
    expect(log).toEqual([]);
  });

  it('opens no menu while it rests, and gives the drag up if the browser takes it', () => {
    const log = press('touch');
    const menu = new Event('contextmenu', { cancelable: true });
    window.dispatchEvent(menu);
    expect(menu.defaultPrevented).toBe(true);
    vi.advanceTimersByTime(400);
    pointer('pointercancel', 100, 100);
    expect(log.at(-1)).toBe('cancel');
  });
});

it('Near an edge, the box scrolls, the faster the nearer', () => {
  const [near, nearer] = [scrollSpeed(440, 100, 480), scrollSpeed(470, 100, 480)];
  expect(near).toBeGreaterThan(0);
  expect(nearer).toBeGreaterThan(near);
  expect(scrollSpeed(600, 100, 480)).toBeCloseTo(0.9);
  expect(scrollSpeed(110, 100, 480)).toBeCloseTo(-nearer);
  expect([scrollSpeed(300, 100, 480), scrollSpeed(120, 100, 140)]).toEqual([0, 0]);
});
