import type { Dice } from '../dice.ts';

/** A color by hue (degrees), saturation and lightness (percent). */
export const hsl = (hue: number, saturation: number, lightness: number): string =>
  `hsl(${Math.round(((hue % 360) + 360) % 360)},${Math.round(saturation)}%,${Math.round(lightness)}%)`;

const round = (value: number): number => Math.round(value * 10) / 10;

/** A drawing of this size in pixels; `body` is SVG. */
export function svg(width: number, height: number, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`;
}

/** A gradient from top to bottom (or along `x2`, `y2`), used as `url(#id)`. */
export function gradient(id: string, stops: string[], x2 = 0, y2 = 1): string {
  const marks = stops.map(
    (color, index) => `<stop offset="${round(index / (stops.length - 1))}" stop-color="${color}"/>`,
  );
  return `<linearGradient id="${id}" x1="0" y1="0" x2="${x2}" y2="${y2}">${marks.join('')}</linearGradient>`;
}

/** A soft light that fades out, used as `url(#id)`. */
export function glow(id: string, color: string, opacity = 1): string {
  return `<radialGradient id="${id}"><stop offset="0" stop-color="${color}" stop-opacity="${opacity}"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient>`;
}

/** A smooth line through these points, as part of a path's `d`. */
export function smooth(points: readonly (readonly [number, number])[]): string {
  const [first, ...rest] = points;
  if (!first) return '';
  let [x, y] = first;
  let path = `M${round(x)} ${round(y)}`;
  for (const [nextX, nextY] of rest) {
    const middle = (x + nextX) / 2;
    path += `C${round(middle)} ${round(y)} ${round(middle)} ${round(nextY)} ${round(nextX)} ${round(nextY)}`;
    [x, y] = [nextX, nextY];
  }
  return path;
}

/** A range of hills across the width, closed at the bottom. */
export function ridge(
  dice: Dice,
  size: { width: number; height: number },
  level: number,
  swing: number,
  steps: number,
): string {
  const phase = dice.whole(0, 1);
  const points = Array.from(
    { length: steps + 1 },
    (_, index) =>
      [
        (index / steps) * size.width,
        level + dice.between(-swing, swing) * ((index + phase) % 2 ? 1 : 0.45),
      ] as const,
  );
  return `${smooth(points)}L${size.width} ${size.height}L0 ${size.height}Z`;
}

/** A closed, slightly uneven round shape. */
export function blob(dice: Dice, x: number, y: number, radius: number, uneven = 0.12, corners = 9): string {
  const points = Array.from({ length: corners }, (_, index) => {
    const angle = (index / corners) * Math.PI * 2;
    const far = radius * (1 + dice.between(-uneven, uneven));
    return [x + Math.cos(angle) * far, y + Math.sin(angle) * far] as const;
  });
  const middle = (one: readonly [number, number], other: readonly [number, number]) =>
    `${round((one[0] + other[0]) / 2)} ${round((one[1] + other[1]) / 2)}`;
  const at = (index: number) => points[index % corners] ?? ([x, y] as const);
  let path = `M${middle(at(corners - 1), at(0))}`;
  for (let index = 0; index < corners; index += 1) {
    path += `Q${round(at(index)[0])} ${round(at(index)[1])} ${middle(at(index), at(index + 1))}`;
  }
  return `${path}Z`;
}

const tileSide = 192;

/** A tile of gray noise as raw pixels with alpha; `strength` from 0 to 1. */
function grainTile(dice: Dice, strength: number): Buffer {
  const pixels = Buffer.alloc(tileSide * tileSide * 4);
  for (let index = 0; index < pixels.length; index += 4) {
    // The sum of two throws peaks in the middle, as film grain does.
    const throws = dice.next() + dice.next();
    pixels.fill(throws > 1 ? 255 : 0, index, index + 3);
    pixels[index + 3] = Math.abs(throws - 1) * 255 * strength;
  }
  return pixels;
}

/** Renders a drawing as PNG, with film grain when `grain` (0 to 1) is given. */
export async function rasterize(drawing: string, dice: Dice, grain = 0): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  const image = sharp(Buffer.from(drawing));
  if (grain > 0) {
    const raw = { width: tileSide, height: tileSide, channels: 4 as const };
    image.composite([{ input: grainTile(dice, grain), raw, tile: true }]);
  }
  return await image.flatten({ background: '#ffffff' }).png({ compressionLevel: 1 }).toBuffer();
}
