import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type CloseLook, usePinch } from './use-pinch.ts';

const onPinch = vi.fn();
/** The image in its frame, in pixels; both start at the left edge, 20 pixels below the top of the page. */
let image = { width: 200, height: 100 };
const frame = { left: 0, top: 20, width: 200, height: 150 };

beforeEach(() => {
  onPinch.mockReset();
  image = { width: 200, height: 100 };
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const size = this.tagName === 'IMG' ? image : frame;
    return new DOMRect(frame.left, frame.top, size.width, size.height);
  });
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(frame.width);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(frame.height);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Row({ scale }: { scale?: number }) {
  const [row, setRow] = useState<HTMLElement | null>(null);
  usePinch(row, onPinch);
  return (
    <ul ref={setRow}>
      <li>
        <img alt="oven" src="/oven.jpg" data-scale={scale} />
      </li>
      <li>no image</li>
    </ul>
  );
}
type Finger = [x: number, y: number];
const touches = (fingers: Finger[]) => ({
  touches: fingers.map(([clientX, clientY], identifier) => ({ identifier, clientX, clientY })),
});
const oven = () => screen.getByRole('img', { name: 'oven' });
const start = (fingers: Finger[], target: HTMLElement = oven()) =>
  fireEvent.touchStart(target, touches(fingers));
const move = (fingers: Finger[], target: HTMLElement = oven()) =>
  fireEvent.touchMove(target, touches(fingers));
const looks = () => onPinch.mock.calls.map(([look]) => look as CloseLook | null);

it('zooms as far as the fingers move apart, around the point between them, instead of scrolling', () => {
  render(<Row />);
  start([
    [40, 70],
    [60, 70],
  ]);
  expect(
    move([
      [30, 80],
      [70, 110],
    ]),
  ).toBe(false);
  // A quarter across and half down the image, now below the new middle of the fingers.
  expect(looks()).toEqual([{ x: 0.25, y: 0.5, left: 50, top: 75, scale: 2.5 }]);
});

it('zooms to five times the fitting size at most', () => {
  render(<Row />);
  start([
    [90, 70],
    [110, 70],
  ]);
  move([
    [0, 70],
    [200, 70],
  ]);
  expect(looks()[0]?.scale).toBe(5);
});

it('fits the image again when the fingers move together', () => {
  render(<Row />);
  start([
    [50, 70],
    [150, 70],
  ]);
  move([
    [60, 70],
    [140, 70],
  ]);
  move([
    [49, 70],
    [151, 70],
  ]);
  move([
    [45, 70],
    [155, 70],
  ]);
  expect(looks().map((look) => look?.scale ?? null)).toEqual([null, null, expect.closeTo(1.1)]);
});

it('continues from the scale that the image has', () => {
  render(<Row scale={2} />);
  start([
    [0, 70],
    [100, 70],
  ]);
  move([
    [0, 70],
    [150, 70],
  ]);
  move([
    [0, 70],
    [51, 70],
  ]);
  move([
    [0, 70],
    [52, 70],
  ]);
  expect(looks().map((look) => look?.scale ?? null)).toEqual([3, null, expect.closeTo(1.04)]);
});

it('ignores one finger, three fingers and frames without an image', () => {
  render(<Row />);
  const two: Finger[] = [
    [40, 70],
    [60, 70],
  ];
  start([[40, 70]]);
  expect(move(two)).toBe(true);
  start([...two, [80, 70]]);
  move(two);
  start(two, screen.getByText('no image'));
  move(two, screen.getByText('no image'));
  start(two);
  move([[40, 70]]);
  expect(onPinch).not.toHaveBeenCalled();
});

it.each(['touchEnd', 'touchCancel'] as const)('ends when a finger is lifted (%s)', (type) => {
  render(<Row />);
  const two: Finger[] = [
    [40, 70],
    [60, 70],
  ];
  start([...two]);
  fireEvent[type](oven(), touches(two));
  move(two);
  expect(onPinch).toHaveBeenCalledOnce();
  fireEvent[type](oven(), touches([[40, 70]]));
  move(two);
  expect(onPinch).toHaveBeenCalledOnce();
});

it('listens only while the row is shown', () => {
  const { unmount } = render(<Row />);
  const element = oven();
  const row = screen.getByRole('list');
  const removed = vi.spyOn(row, 'removeEventListener');
  unmount();
  expect(removed.mock.calls.map(([type]) => type).toSorted()).toEqual([
    'touchcancel',
    'touchend',
    'touchmove',
    'touchstart',
  ]);
  row.append(element);
  start(
    [
      [40, 70],
      [60, 70],
    ],
    element,
  );
  move(
    [
      [30, 70],
      [70, 70],
    ],
    element,
  );
  expect(onPinch).not.toHaveBeenCalled();
});
