import sharp from 'sharp';
import { createDice } from '../dice.ts';
import { hsl, svg } from './paint.ts';
import { writeWebm } from './webm.ts';

const width = 640;
const height = 360;
const framesPerSecond = 10;
const seconds = 6;

interface Bubble {
  x: number;
  y: number;
  radius: number;
  from: number;
}

/** A jar on a windowsill: its content rises while the light moves over it. `t` is from 0 to 1. */
function drawRisingJar(t: number, bubbles: readonly Bubble[]): string {
  const eased = t * t * (3 - 2 * t);
  const top = 250 - eased * 128;
  const swell = 10 + eased * 14;
  const warmth = Math.sin(t * Math.PI);
  const sun = 60 + t * 520;
  const holes = bubbles
    .filter(({ from }) => from < t)
    .map(({ x, y, radius, from }) => {
      const cy = top + 14 + y * (296 - top);
      const r = radius * Math.min(1, (t - from) * 6);
      return `<circle cx="${x}" cy="${cy.toFixed(1)}" r="${r.toFixed(1)}" fill="${hsl(36, 34, 66)}" opacity="0.75"/>`;
    });
  return svg(
    width,
    height,
    `<defs><radialGradient id="sun"><stop offset="0" stop-color="${hsl(44, 90, 84)}" stop-opacity="${(0.35 + warmth * 0.5).toFixed(2)}"/><stop offset="1" stop-color="${hsl(44, 90, 84)}" stop-opacity="0"/></radialGradient></defs>
    <rect width="${width}" height="${height}" fill="${hsl(212, 24, 30 + warmth * 34)}"/>
    <circle cx="${sun.toFixed(1)}" cy="${(140 - warmth * 70).toFixed(1)}" r="230" fill="url(#sun)"/>
    <rect y="300" width="${width}" height="60" fill="${hsl(26, 26, 22 + warmth * 16)}"/>
    <ellipse cx="${(320 - (sun - 320) * 0.18).toFixed(1)}" cy="304" rx="104" ry="12" fill="#000" opacity="0.28"/>
    <path d="M240 ${top} Q320 ${top - swell} 400 ${top} L400 286 Q400 298 388 298 L252 298 Q240 298 240 286 Z" fill="${hsl(38, 46, 78)}"/>
    ${holes.join('')}
    <path d="M234 92 L406 92 L406 288 Q406 304 390 304 L250 304 Q234 304 234 288 Z" fill="#fff" fill-opacity="0.12" stroke="#fff" stroke-opacity="0.55" stroke-width="4"/>
    <rect x="228" y="80" width="184" height="16" rx="7" fill="#fff" fill-opacity="0.3"/>
    <rect x="234" y="247" width="172" height="5" fill="${hsl(8, 70, 52)}"/>
    <rect x="252" y="108" width="12" height="170" rx="6" fill="#fff" opacity="${(0.12 + warmth * 0.2).toFixed(2)}"/>`,
  );
}

/** Extracts the VP8 frame of a lossy WebP file. */
function toVp8(webp: Buffer): Buffer {
  for (let at = 12; at + 8 <= webp.length; ) {
    const size = webp.readUInt32LE(at + 4);
    if (webp.toString('latin1', at, at + 4) === 'VP8 ') return webp.subarray(at + 8, at + 8 + size);
    at += 8 + size + (size % 2);
  }
  throw new Error('This WebP file contains no VP8 frame');
}

/** Draws a short WebM video frame by frame. The same name always gives the same video. */
export async function drawVideo(name: string): Promise<Buffer> {
  const dice = createDice(`${name} film`);
  const bubbles = Array.from({ length: 46 }, () => ({
    x: dice.between(250, 390),
    y: dice.next(),
    radius: dice.between(1.5, 5.5),
    from: dice.next() * 0.9,
  }));
  const frames: Buffer[] = [];
  const count = framesPerSecond * seconds;
  for (let index = 0; index < count; index += 1) {
    const drawing = drawRisingJar(index / (count - 1), bubbles);
    const webp = await sharp(Buffer.from(drawing)).flatten().webp({ quality: 58, effort: 1 }).toBuffer();
    frames.push(toVp8(webp));
  }
  return writeWebm(frames, { width, height, framesPerSecond });
}
