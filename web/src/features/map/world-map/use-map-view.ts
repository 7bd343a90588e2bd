import { useCallback, useEffect, useRef, useState } from 'react';
import { prefersReducedMotion } from '#web/ui/theme/reduced-motion.ts';
import { clampView, fitPoints, type MapView, type Point, type Size, viewBetween } from './map-view.ts';

const glideTime = 320;
/** Maximum scale of the initial view, so that a single city is shown in context. */
const firstNearest = 8;

const eased = (part: number) => 1 - (1 - part) ** 3;

/** State of the visible part of the map: initially all cities, then wherever the viewer navigates. */
export function useMapView(size: Size | null, points: readonly Point[], isReady: boolean) {
  const [view, setView] = useState<MapView | null>(null);
  const target = useRef<MapView | null>(null);
  const frame = useRef(0);

  const first = useRef(points);
  useEffect(() => {
    first.current = points;
  });

  useEffect(() => {
    if (!size || !isReady) return;
    setView((now) => {
      const next = now ? clampView(now, size) : fitPoints(first.current, size, firstNearest);
      target.current = next;
      return next;
    });
    // Cities that arrive later do not move the view.
  }, [size, isReady]);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);

  const show = useCallback((change: (view: MapView) => MapView, glide = false) => {
    const from = target.current;
    if (!from) return;
    const to = change(from);
    target.current = to;
    cancelAnimationFrame(frame.current);
    if (!glide || prefersReducedMotion()) {
      frame.current = requestAnimationFrame(() => setView(target.current));
      return;
    }
    const start = performance.now();
    setView((current) => {
      const origin = current ?? to;
      const step = (now: number) => {
        const part = Math.min(1, Math.max(0, (now - start) / glideTime));
        setView(part === 1 ? to : viewBetween(origin, to, eased(part)));
        if (part < 1) frame.current = requestAnimationFrame(step);
      };
      cancelAnimationFrame(frame.current);
      frame.current = requestAnimationFrame(step);
      return current;
    });
  }, []);
  return { view, show };
}
