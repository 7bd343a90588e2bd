import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type MapView, minScaleOf, panBy, toScreen, toWorld, zoomAt } from './map-view.ts';
import { useMapGestures } from './use-map-gestures.ts';

const offset = { x: 30, y: 50 };
const size = { width: 400, height: 300 };
const initialView: MapView = { x: 500, y: 240, scale: 4 };
let seen: MapView = initialView;
/** Whether the last change was animated. */
let isGliding = false;
let isAtMinimum = false;
const pressed = vi.fn();

function TestMap() {
  const box = useRef<HTMLElement>(null);
  const [view, setView] = useState(initialView);
  seen = view;
  const show = (change: (view: MapView) => MapView, glide = false) => {
    isGliding = glide;
    setView(change);
  };
  const { zoom, zoomStep, isFarthest, ...handlers } = useMapGestures(box, { size, view, show });
  isAtMinimum = isFarthest;
  return (
    <section ref={box} aria-label="Map" {...handlers}>
      <button type="button" onClick={() => zoom(zoomStep)}>
        Zoom in
      </button>
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
  isGliding = false;
  // The map isn't in the corner of the page.
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(
    new DOMRect(offset.x, offset.y, size.width, size.height),
  );
  Object.assign(HTMLElement.prototype, {
    setPointerCapture: (id: number) => captured.add(id),
    hasPointerCapture: (id: number) => captured.has(id),
  });
  render(<TestMap />);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  // jsdom has neither.
  for (const name of ['setPointerCapture', 'hasPointerCapture'])
    Reflect.deleteProperty(HTMLElement.prototype, name);
});

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

it('ignores other buttons of the mouse, and pointers that are not down', () => {
  fireEvent.pointerDown(map(), { pointerId: 1, pointerType: 'mouse', button: 2, clientX: 200, clientY: 150 });
  move(map(), 1, 260);
  move(map(), 2, 260);
  expect(seen).toEqual(initialView);
});

it('drags the map with the mouse in both directions, until the button is released', () => {
  fireEvent.pointerDown(map(), { pointerId: 1, pointerType: 'mouse', button: 0, clientX: 200, clientY: 150 });
  expect(captured.has(1)).toBe(true);
  fireEvent.pointerMove(map(), { pointerId: 1, clientX: 201, clientY: 190 });
  expect(seen).toEqual(panBy(initialView, size, 1, 40));
  expect(isGliding).toBe(false);
  fireEvent.pointerUp(map(), { pointerId: 1 });
  move(map(), 1, 300);
  expect(seen).toEqual(panBy(initialView, size, 1, 40));
});

it('drags with a finger that starts on a mark once it has moved 8 pixels', () => {
  down(mark(), 1, 200);
  move(mark(), 1, 207);
  expect(seen).toEqual(initialView);
  move(mark(), 1, 208);
  expect(seen).toEqual(panBy(initialView, size, 8, 0));
});

it('keeps the place between two fingers under them while they move apart and along', () => {
  const moveTo = (pointerId: number, x: number, y: number) =>
    fireEvent.pointerMove(map(), { pointerId, clientX: offset.x + x, clientY: offset.y + y });
  down(map(), 1, offset.x + 150);
  down(map(), 2, offset.x + 250);
  const held = toWorld({ x: 200, y: 150 - offset.y }, initialView, size);
  moveTo(1, 110, 120);
  moveTo(2, 260, 160);
  moveTo(1, 100, 110);
  const shown = toScreen(held, seen, size);
  expect([shown.x, shown.y]).toEqual([expect.closeTo(180, 6), expect.closeTo(135, 6)]);
  expect(seen.scale / initialView.scale).toBeCloseTo(Math.hypot(160, 50) / 100, 6);
});

it.each([
  ['wheel', { deltaY: -100 }, Math.exp(0.2)],
  ['wheel backwards', { deltaY: 100 }, Math.exp(-0.2)],
  ['wheel that counts lines', { deltaY: -3, deltaMode: WheelEvent.DOM_DELTA_LINE }, Math.exp(0.096)],
  ['pinch on a touchpad', { deltaY: -10, ctrlKey: true }, Math.exp(0.1)],
])('zooms at the pointer with the %s, and keeps the page still', (_name, fields, factor) => {
  const at = { x: 100, y: 200 };
  const isScrolling = fireEvent.wheel(map(), {
    ...fields,
    clientX: offset.x + at.x,
    clientY: offset.y + at.y,
  });
  expect(isScrolling).toBe(false);
  expect(seen).toEqual(zoomAt(initialView, size, factor, at));
  expect(isGliding).toBe(false);
});

it('listens to the wheel only while it is shown', () => {
  const element = map();
  cleanup();
  expect(fireEvent.wheel(element, { deltaY: -100 })).toBe(true);
});

it('doubles the zoom where someone double-clicks, but not on a mark', () => {
  fireEvent.doubleClick(mark(), { clientX: 200, clientY: 150 });
  expect(seen).toEqual(initialView);
  fireEvent.doubleClick(map(), { clientX: offset.x + 80, clientY: offset.y + 60 });
  expect(seen).toEqual(zoomAt(initialView, size, 2, { x: 80, y: 60 }));
  expect(isGliding).toBe(true);
});

const middle = { x: 200, y: 150 };
const zoomed = (factor: number) => zoomAt(initialView, size, factor, middle);
it.each([
  ['ArrowLeft', panBy(initialView, size, 80, 0)],
  ['ArrowRight', panBy(initialView, size, -80, 0)],
  ['ArrowUp', panBy(initialView, size, 0, 80)],
  ['ArrowDown', panBy(initialView, size, 0, -80)],
  ['+', zoomed(1.6)],
  ['=', zoomed(1.6)],
  ['-', zoomed(1 / 1.6)],
  ['0', zoomed(0)],
])('moves with the key %s, which does nothing else', (key, view) => {
  expect(fireEvent.keyDown(map(), { key })).toBe(false);
  expect(seen).toEqual(view);
  expect(isGliding).toBe(true);
});

it.each([
  ['another key', { key: 'a' }],
  ['a key with Ctrl', { key: '+', ctrlKey: true }],
  ['a key with Cmd', { key: '0', metaKey: true }],
  ['a key with Alt', { key: 'ArrowLeft', altKey: true }],
])('leaves %s to the browser', (_name, fields) => {
  expect(fireEvent.keyDown(map(), fields)).toBe(true);
  expect(seen).toEqual(initialView);
});

it('zooms in on the middle with a button', () => {
  fireEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
  expect(seen).toEqual(zoomed(1.6));
  expect(isGliding).toBe(true);
});

it('knows when the whole world is shown', () => {
  expect(isAtMinimum).toBe(false);
  fireEvent.keyDown(map(), { key: '0' });
  expect(seen.scale).toBe(minScaleOf(size));
  expect(isAtMinimum).toBe(true);
  fireEvent.keyDown(map(), { key: '+' });
  expect(isAtMinimum).toBe(false);
});
