/** A point in world coordinates: x from 0 to `worldWidth`, y from 0 to `worldHeight`. */
export interface Point {
  x: number;
  y: number;
}
export interface Size {
  width: number;
  height: number;
}
/** The visible part of the world: its center, and the number of pixels per world unit. */
export interface MapView extends Point {
  scale: number;
}

export const worldWidth = 1000;
export const worldHeight = 487;
/** Maximum zoom. Locations are rounded to about 10 km, which is 28 pixels at this scale. */
export const maxScale = 100;
const padding = 48;

/** Returns the minimum zoom: the whole world fits the viewport. */
export const minScaleOf = ({ width, height }: Size): number =>
  Math.max(0.05, Math.min(width / worldWidth, height / worldHeight));

const between = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

/** Returns the nearest view within the world and the allowed scales. */
export function clampView({ x, y, scale: requestedScale }: MapView, size: Size): MapView {
  const scale = between(requestedScale, minScaleOf(size), maxScale);
  const side = (extent: number, window: number, value: number) => {
    const half = window / scale / 2;
    return half * 2 >= extent ? extent / 2 : between(value, half, extent - half);
  };
  return { x: side(worldWidth, size.width, x), y: side(worldHeight, size.height, y), scale };
}

export const toScreen = (point: Point, view: MapView, size: Size): Point => ({
  x: (point.x - view.x) * view.scale + size.width / 2,
  y: (point.y - view.y) * view.scale + size.height / 2,
});

export const toWorld = (point: Point, view: MapView, size: Size): Point => ({
  x: (point.x - size.width / 2) / view.scale + view.x,
  y: (point.y - size.height / 2) / view.scale + view.y,
});

/** Zooms by `factor`, keeping the point under `at` (viewport pixels) fixed. */
export function zoomAt(view: MapView, size: Size, factor: number, at: Point): MapView {
  const fixed = toWorld(at, view, size);
  const scale = between(view.scale * factor, minScaleOf(size), maxScale);
  return clampView(
    {
      scale,
      x: fixed.x - (at.x - size.width / 2) / scale,
      y: fixed.y - (at.y - size.height / 2) / scale,
    },
    size,
  );
}

export const panBy = (view: MapView, size: Size, dx: number, dy: number): MapView =>
  clampView({ ...view, x: view.x - dx / view.scale, y: view.y - dy / view.scale }, size);

/**
 * Returns the view that shows all points, at a scale of at most `nearest`. Shows the whole world if there are no
 * points.
 */
export function fitPoints(points: readonly Point[], size: Size, nearest: number): MapView {
  if (points.length === 0) return clampView({ x: worldWidth / 2, y: worldHeight / 2, scale: 0 }, size);
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  // Not spread into Math.min: there may be more cities than a call accepts arguments.
  const [left, right] = [xs.reduce((a, b) => Math.min(a, b)), xs.reduce((a, b) => Math.max(a, b))];
  const [top, bottom] = [ys.reduce((a, b) => Math.min(a, b)), ys.reduce((a, b) => Math.max(a, b))];
  const room = { width: size.width - 2 * padding, height: size.height - 2 * padding };
  const scale = Math.min(
    nearest,
    room.width / Math.max(right - left, 0.001),
    room.height / Math.max(bottom - top, 0.001),
  );
  return clampView({ x: (left + right) / 2, y: (top + bottom) / 2, scale }, size);
}

/** Interpolates between two views, `part` from 0 to 1, so that the zoom looks even. */
export function viewBetween(from: MapView, to: MapView, part: number): MapView {
  const scale = from.scale * (to.scale / from.scale) ** part;
  // The motion looks even when the center follows the inverse of the scale.
  const share =
    Math.abs(to.scale - from.scale) < 1e-9
      ? part
      : (1 / from.scale - 1 / scale) / (1 / from.scale - 1 / to.scale);
  return { scale, x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}
