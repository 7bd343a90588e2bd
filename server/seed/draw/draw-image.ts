import { createDice, type Dice } from '../dice.ts';
import { drawCrumb, drawJar, drawLoaf, drawOven } from './bread-images.ts';
import { drawCards, drawDungeon, drawMap, drawPlatformer } from './game-images.ts';
import { rasterize } from './paint.ts';
import {
  drawCamera,
  drawContactSheet,
  drawHills,
  drawSea,
  drawStreet,
  drawWindowLight,
} from './photo-images.ts';

const photoGrain = 0.13;
const kitchenGrain = 0.05;

const kinds = new Map<string, { draw: (dice: Dice) => string; grain: number }>([
  ['camera', { draw: drawCamera, grain: kitchenGrain }],
  ['contact', { draw: drawContactSheet, grain: kitchenGrain }],
  ['hills', { draw: drawHills, grain: photoGrain }],
  ['sea', { draw: drawSea, grain: photoGrain }],
  ['street', { draw: drawStreet, grain: photoGrain }],
  ['window', { draw: drawWindowLight, grain: photoGrain }],
  ['crumb', { draw: drawCrumb, grain: kitchenGrain }],
  ['jar', { draw: drawJar, grain: kitchenGrain }],
  ['loaf', { draw: drawLoaf, grain: kitchenGrain }],
  ['oven', { draw: drawOven, grain: kitchenGrain }],
  ['cards', { draw: drawCards, grain: 0 }],
  ['dungeon', { draw: drawDungeon, grain: 0 }],
  ['map', { draw: drawMap, grain: 0 }],
  ['platformer', { draw: drawPlatformer, grain: 0 }],
]);

/** The kinds of images that posts may use. */
export const imageKinds: ReadonlySet<string> = new Set(kinds.keys());

/** Draws an image of this kind as PNG, 960 by 640 pixels. The same name always gives the same image. */
export async function drawImage(kind: string, name: string): Promise<Buffer> {
  const found = kinds.get(kind);
  if (!found) throw new Error(`Unknown image kind '${kind}'`);
  return await rasterize(found.draw(createDice(name)), createDice(`${name} grain`), found.grain);
}
