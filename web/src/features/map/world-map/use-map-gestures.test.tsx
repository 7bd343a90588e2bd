import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MapView } from './map-view.ts';
import { useMapGestures } from './use-map-gestures.ts';

const size = { width: 400, height: 300 };
const initialView: MapView = { x: 500, y: 240, scale: 4 };
let seen: MapView = initialView;
const pressed = vi.fn();

function TestMap() {
  const box = useRef<HTMLElement>(null);
  const [view, setView] = useState(initialView);
  seen = view;
  const show = (change: (view: MapView) => MapView) => setView(change);
  const {
    zoom: _zoom,
    zoomStep: _step,
    isFarthest: _far,
    ...handlers
  } = useMapGestures(box, { size, view, show });
  return (
    <section ref={box} aria-label="Map" {...handlers}>
      <button type="button" onClick={pressed}>
        Lagos
      </button>
    </section>
  );
}

/** Emulates pointer capture: which pointers each element has captured. */
const captured = new Set<number>();
beforeEach(() => {
  captured.clear();
  pressed.mockReset();
  Object.assign(HTMLElement.prototype, {
    setPointerCapture: (id: number) => captured.add(id),
    hasPointerCapture: (id: number) => captured.has(id),
  });
  render(<TestMap />);
});
afterEach(cleanup);

const map = () => screen.getByRole('region', { name: 'Map' });
const mark = () => screen.getByRole('button', { name: 'Lagos' });
const down = (target: HTMLElement, pointerId: number, clientX: number, pointerType = 'touch') =>
  fireEvent.pointerDown(target, { pointerId, pointerType, button: 0, clientX, clientY: 150 });
const move = (target: HTMLElement, pointerId: number, clientX: number) =>
  fireEvent.pointerMove(target, { pointerId, clientX, clientY: 150 });

it('zooms in when two fingers move apart, even if they start on marks', () => {
  for (const target of [map(), mark()]) {
    const before = seen.scale;
    down(target, 1, 190);
    down(target, 2, 210);
    move(target, 1, 180);
    move(target, 2, 220);
    expect(seen.scale / before).toBeCloseTo(2, 5);
    for (const id of [1, 2]) fireEvent.pointerUp(target, { pointerId: id });
  }
});

it('drags the map with a finger that starts on a mark, but ignores small movements', () => {
  down(mark(), 1, 200);
  move(mark(), 1, 204);
  expect(seen).toEqual(initialView);
  expect(captured.has(1)).toBe(false);
  move(mark(), 1, 240);
  expect(seen.x).toBeCloseTo(initialView.x - 10, 5);
  expect(captured.has(1)).toBe(true);
});

it('presses a mark with the mouse without moving the map', () => {
  down(mark(), 1, 200, 'mouse');
  move(mark(), 1, 260);
  expect(seen).toEqual(initialView);
  fireEvent.click(mark());
  expect(pressed).toHaveBeenCalledOnce();
});
