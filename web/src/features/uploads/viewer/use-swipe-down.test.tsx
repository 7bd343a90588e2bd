import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { useSwipeDown } from './use-swipe-down.ts';

const onSwipe = vi.fn();
afterEach(() => {
  cleanup();
  onSwipe.mockReset();
});

function Row({ enabled = true }: { enabled?: boolean }) {
  const [row, setRow] = useState<HTMLElement | null>(null);
  useSwipeDown(row, { enabled, onSwipe });
  return <ul ref={setRow} />;
}
const row = () => screen.getByRole('list');
const touches = (x: number, y: number) => [{ identifier: 0, clientX: x, clientY: y }];
const move = (x: number, y: number) => fireEvent.touchMove(row(), { touches: touches(x, y) });
function fireAt(timeStamp: number, event: Event) {
  Object.defineProperty(event, 'timeStamp', { value: timeStamp });
  fireEvent(row(), event);
}
const start = (x: number, y: number) => fireAt(0, createEvent.touchStart(row(), { touches: touches(x, y) }));
/** Lifts the finger `after` so many milliseconds. */
const end = (x: number, y: number, after = 1000) =>
  fireAt(after, createEvent.touchEnd(row(), { changedTouches: touches(x, y) }));

it('moves with the finger, and closes when it is let go far enough down', () => {
  render(<Row />);
  start(100, 100);
  expect(move(102, 220)).toBe(false);
  expect(row().style.translate).toBe('0 120px');
  expect(Number(row().parentElement?.style.getPropertyValue('--left'))).toBeLessThan(1);
  end(102, 220);
  expect(onSwipe).toHaveBeenCalledOnce();
});

it('closes after a short, fast movement, and returns after a short, slow one', () => {
  render(<Row />);
  start(100, 100);
  move(100, 150);
  end(100, 150, 5000);
  expect(onSwipe).not.toHaveBeenCalled();
  expect(row().style.translate).toBe('');
  start(100, 100);
  move(100, 150);
  end(100, 150, 20);
  expect(onSwipe).toHaveBeenCalledOnce();
});

it('leaves sideways movements, upward ones and two fingers to the row', () => {
  render(<Row />);
  start(100, 100);
  expect(move(150, 120)).toBe(true);
  expect(move(150, 300)).toBe(true);
  end(150, 300);
  start(100, 300);
  expect(move(100, 100)).toBe(true);
  end(100, 100);
  fireEvent.touchStart(row(), { touches: [...touches(0, 0), ...touches(50, 50)] });
  expect(move(0, 300)).toBe(true);
  end(0, 300);
  expect(onSwipe).not.toHaveBeenCalled();
});

it('returns when the browser takes the touch away, and when a second finger joins', () => {
  render(<Row />);
  start(100, 100);
  move(100, 250);
  fireEvent.touchCancel(row(), { changedTouches: touches(100, 250) });
  expect(row().style.translate).toBe('');
  start(100, 100);
  move(100, 250);
  fireEvent.touchStart(row(), { touches: [...touches(100, 250), ...touches(50, 50)] });
  expect(row().style.translate).toBe('');
  expect(onSwipe).not.toHaveBeenCalled();
});

it('does nothing while it is off, such as for a zoomed image', () => {
  render(<Row enabled={false} />);
  start(100, 100);
  expect(move(100, 300)).toBe(true);
  end(100, 300);
  expect(onSwipe).not.toHaveBeenCalled();
});
