import { cleanup, fireEvent, render } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useLessonGestures } from './use-lesson-gestures.ts';

const onCommand = vi.fn();
const onDoubleTap = vi.fn();
const vibrate = vi.fn();

function Lesson({ isActive = true }: { isActive?: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  useLessonGestures(box, isActive, { onCommand, onDoubleTap });
  return (
    <div ref={box}>
      <p>Text</p>
      <label>
        Choice
        <input type="radio" />
      </label>
      <video title="Film" muted />
    </div>
  );
}

/** Dispatches a touch of the lesson at a certain time, in milliseconds. */
function touch(type: 'touchstart' | 'touchend', target: Element, x: number, time: number, fingers = 1) {
  const point = { identifier: 1, target, clientX: x, clientY: 50 } as unknown as Touch;
  const event = new Event(type, { bubbles: true });
  Object.assign(event, { touches: Array(fingers).fill(point), changedTouches: [point] });
  Object.defineProperty(event, 'timeStamp', { value: time });
  fireEvent(target, event);
}
function swipe(target: Element, from: number, to: number, { at = 0, fingers = 1 } = {}) {
  touch('touchstart', target, from, at, fingers);
  touch('touchend', target, to, at + 50);
}
const tap = (target: Element, at: number) => swipe(target, 100, 100, { at });

beforeEach(() => {
  vi.clearAllMocks();
  Object.defineProperty(navigator, 'vibrate', { value: vibrate, configurable: true });
});
afterEach(() => {
  cleanup();
  Reflect.deleteProperty(navigator, 'vibrate');
});

describe('A lesson on a phone', () => {
  it('goes on after a swipe to the left and back after one to the right, and vibrates', () => {
    const { getByText } = render(<Lesson />);
    swipe(getByText('Text'), 200, 100);
    swipe(getByText('Text'), 100, 200, { at: 1_000 });
    expect(onCommand.mock.calls).toEqual([['next'], ['back']]);
    expect(vibrate.mock.calls).toEqual([[10], [10]]);
  });

  it('ignores swipes of two fingers, and those of players', () => {
    const { getByText, getByTitle } = render(<Lesson />);
    swipe(getByText('Text'), 200, 100, { fingers: 2 });
    swipe(getByTitle('Film'), 200, 100);
    touch('touchend', getByText('Text'), 100, 0);
    expect(onCommand).not.toHaveBeenCalled();
  });

  it('reports each second tap of those that come within 300 ms', () => {
    const { getByText } = render(<Lesson />);
    const text = getByText('Text');
    tap(text, 0);
    expect(onDoubleTap).not.toHaveBeenCalled();
    tap(text, 300);
    expect(onDoubleTap).toHaveBeenCalledTimes(1);
    expect(vibrate).toHaveBeenLastCalledWith(20);
    // A third one begins anew.
    tap(text, 500);
    expect(onDoubleTap).toHaveBeenCalledTimes(1);
    tap(text, 801);
    expect(onDoubleTap).toHaveBeenCalledTimes(1);
    tap(text, 1_000);
    expect(onDoubleTap).toHaveBeenCalledTimes(2);
  });

  it('takes quick taps that choose something, or in two places, for no double tap', () => {
    const { getByText } = render(<Lesson />);
    tap(getByText('Choice'), 0);
    tap(getByText('Choice'), 100);
    swipe(getByText('Text'), 100, 100, { at: 1_000 });
    swipe(getByText('Text'), 200, 200, { at: 1_100 });
    expect(onDoubleTap).not.toHaveBeenCalled();
    swipe(getByText('Choice'), 200, 100, { at: 2_000 });
    expect(onCommand).toHaveBeenCalledTimes(1);
  });

  it('takes a swipe after a tap as no second tap', () => {
    const { getByText } = render(<Lesson />);
    tap(getByText('Text'), 0);
    swipe(getByText('Text'), 200, 170, { at: 100 });
    swipe(getByText('Text'), 200, 100, { at: 200 });
    expect(onDoubleTap).not.toHaveBeenCalled();
    expect(onCommand).toHaveBeenCalledTimes(1);
  });

  it('follows keys, without their usual effect', () => {
    render(<Lesson />);
    expect(fireEvent.keyDown(document.body, { key: 'ArrowRight' })).toBe(false);
    expect(fireEvent.keyDown(document.body, { key: 'a' })).toBe(true);
    expect(onCommand.mock.calls).toEqual([['next']]);
  });

  it('follows nothing while it is not active, or after it was left', () => {
    const { getByText, rerender, unmount } = render(<Lesson isActive={false} />);
    swipe(getByText('Text'), 200, 100);
    rerender(<Lesson />);
    unmount();
    fireEvent.keyDown(document.body, { key: 'ArrowRight' });
    expect(onCommand).not.toHaveBeenCalled();
  });
});
