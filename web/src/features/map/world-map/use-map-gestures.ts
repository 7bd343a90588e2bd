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

type Controls = Pick<Gestures, 'size' | 'show'>;

/** Returns where on the element an event happened. */
function toPoint(element: Element, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top } = element.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

/** Zooms at the pointer with the wheel, or with a pinch on a touchpad. */
function useWheelZoom(box: RefObject<HTMLElement | null>, { size, show }: Controls) {
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
      const at = toPoint(element, event);
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 16 : event.deltaY;
      const factor = Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.002));
      latest.current.show((now) => zoomAt(now, latest.current.size, factor, at));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [box]);
}

/** Returns handlers that drag the map with one pointer, and pinch it with two. */
function usePointerDrag({ size, show }: Controls) {
  const pointers = useRef(new Map<number, Point>());
  const release = (event: PointerEvent<HTMLElement>) => {
    pointers.current.delete(event.pointerId);
  };
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const onMark = (event.target as Element).closest('button') !== null;
      // Touch drags and pinches may start on a mark, because crowded areas consist of marks.
      if (event.button !== 0 || (onMark && event.pointerType !== 'touch')) return;
      pointers.current.set(event.pointerId, toPoint(event.currentTarget, event));
      if (!onMark) event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const from = pointers.current.get(event.pointerId);
      if (!from) return;
      const to = toPoint(event.currentTarget, event);
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
      const center = { x: (to.x + other.x) / 2, y: (to.y + other.y) / 2 };
      const factor = distanceTo(to) / distanceTo(from);
      // The center moves half as far as one of the two fingers; what was under it stays under it.
      show((now) => zoomAt(panBy(now, size, (to.x - from.x) / 2, (to.y - from.y) / 2), size, factor, center));
    },
    onPointerUp: release,
    onPointerCancel: release,
  };
}

/** Mouse, touch and keyboard control of the map: drag, wheel, pinch, double-click, arrow keys, plus, minus and 0. */
export function useMapGestures(box: RefObject<HTMLElement | null>, { size, view, show }: Gestures) {
  useWheelZoom(box, { size, show });
  const drag = usePointerDrag({ size, show });
  const middle = { x: size.width / 2, y: size.height / 2 };
  const zoom = (factor: number) => show((now) => zoomAt(now, size, factor, middle), true);
  return {
    ...drag,
    onDoubleClick(event: React.MouseEvent<HTMLElement>) {
      if ((event.target as Element).closest('button')) return;
      const at = toPoint(event.currentTarget, event);
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
      else if (event.key === '+' || event.key === '=') zoom(zoomStep);
      else if (event.key === '-') zoom(1 / zoomStep);
      else if (event.key === '0') zoom(0);
      else return;
      event.preventDefault();
    },
    /** Zoom buttons. */
    zoom,
    zoomStep,
    isFarthest: view.scale <= minScaleOf(size) * 1.001,
  };
}
