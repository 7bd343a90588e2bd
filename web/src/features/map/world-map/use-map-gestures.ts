import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { type MapView, minScaleOf, type Point, panBy, type Size, zoomAt } from './map-view.ts';

const keyStep = 80;
const zoomStep = 1.6;
/** Pixels a finger on a mark may move before it drags the map. */
const tapSlack = 8;

interface Gestures {
  size: Size;
  view: MapView;
  /** Changes the view immediately, or animated with `glide`. */
  show: (change: (view: MapView) => MapView, glide?: boolean) => void;
}

/** Mouse, touch and keyboard control of the map: drag, wheel, pinch, double-click, arrow keys, plus, minus and 0. */
export function useMapGestures(box: RefObject<HTMLElement | null>, { size, view, show }: Gestures) {
  const pointers = useRef(new Map<number, Point>());
  const latest = useRef({ size, show });
  useEffect(() => {
    latest.current = { size, show };
  });

  // React attaches passive wheel listeners, which cannot prevent scrolling.
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const { left, top } = element.getBoundingClientRect();
      const at = { x: event.clientX - left, y: event.clientY - top };
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 16 : event.deltaY;
      const factor = Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.002));
      latest.current.show((now) => zoomAt(now, latest.current.size, factor, at));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [box]);

  const location = (event: PointerEvent): Point => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const middle = { x: size.width / 2, y: size.height / 2 };

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const onMark = (event.target as Element).closest('button') !== null;
      // Touch drags and pinches may start on a mark, because crowded areas consist of marks.
      if (event.button !== 0 || (onMark && event.pointerType !== 'touch')) return;
      pointers.current.set(event.pointerId, location(event));
      if (!onMark) event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const from = pointers.current.get(event.pointerId);
      if (!from) return;
      const to = location(event);
      const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
      if (!event.currentTarget.hasPointerCapture(event.pointerId)) {
        // Small movements on a mark still count as a tap.
        if (!other && Math.hypot(to.x - from.x, to.y - from.y) < tapSlack) return;
        event.currentTarget.setPointerCapture(event.pointerId);
      }
      pointers.current.set(event.pointerId, to);
      if (!other) {
        show((now) => panBy(now, size, to.x - from.x, to.y - from.y));
        return;
      }
      const distanceTo = (point: Point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
      const centre = { x: (to.x + other.x) / 2, y: (to.y + other.y) / 2 };
      const factor = distanceTo(to) / distanceTo(from);
      show((now) => panBy(zoomAt(now, size, factor, centre), size, (to.x - from.x) / 2, (to.y - from.y) / 2));
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      pointers.current.delete(event.pointerId);
    },
    onPointerCancel(event: PointerEvent<HTMLElement>) {
      pointers.current.delete(event.pointerId);
    },
    onDoubleClick(event: React.MouseEvent<HTMLElement>) {
      if ((event.target as Element).closest('button')) return;
      const { left, top } = event.currentTarget.getBoundingClientRect();
      const at = { x: event.clientX - left, y: event.clientY - top };
      show((now) => zoomAt(now, size, 2, at), true);
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const pans: Record<string, [number, number]> = {
        ArrowLeft: [keyStep, 0],
        ArrowRight: [-keyStep, 0],
        ArrowUp: [0, keyStep],
        ArrowDown: [0, -keyStep],
      };
      const pan = pans[event.key];
      if (pan) show((now) => panBy(now, size, ...pan), true);
      else if (event.key === '+' || event.key === '=')
        show((now) => zoomAt(now, size, zoomStep, middle), true);
      else if (event.key === '-') show((now) => zoomAt(now, size, 1 / zoomStep, middle), true);
      else if (event.key === '0') show((now) => zoomAt(now, size, 0, middle), true);
      else return;
      event.preventDefault();
    },
    /** Zoom buttons. */
    zoom: (factor: number) => show((now) => zoomAt(now, size, factor, middle), true),
    zoomStep,
    isFarthest: view.scale <= minScaleOf(size) * 1.001,
  };
}
