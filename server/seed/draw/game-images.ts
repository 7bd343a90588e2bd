import type { Dice } from '../dice.ts';
import { gradient, hsl, svg } from './paint.ts';

const unit = 20;
const columns = 48;
const rows = 32;

const cell = (x: number, y: number, wide: number, high: number, color: string): string =>
  `<rect x="${x * unit}" y="${y * unit}" width="${wide * unit}" height="${high * unit}" fill="${color}"/>`;

const hero = ['.11.', '1221', '.33.', '3333', '.4.4'];
function sprite(image: string[], x: number, y: number, colors: Record<string, string>, scale = 0.5): string {
  return image
    .flatMap((line, row) =>
      [...line].map((character, column) =>
        colors[character] ? cell(x + column * scale, y + row * scale, scale, scale, colors[character]) : '',
      ),
    )
    .join('');
}

const hearts = (count: number): string =>
  Array.from({ length: 4 }, (_, index) =>
    sprite(['1.1', '111', '.1.'], 1 + index * 2, 1, { '1': index < count ? '#fb7185' : '#ffffff44' }),
  ).join('');

/** A side view: platforms, coins and a small jumping figure. */
export function drawPlatformer(dice: Dice): string {
  const hue = dice.pick([200, 265, 330, 25, 160]);
  const hills = Array.from({ length: columns }, (_, x) =>
    cell(x, 17 + Math.round(3 * Math.sin(x / 4 + hue) + 2 * Math.sin(x / 2.3)), 1, 20, hsl(hue + 12, 40, 56)),
  );
  const near = Array.from({ length: columns }, (_, x) =>
    cell(x, 22 + Math.round(2 * Math.sin(x / 3 + hue * 2)), 1, 20, hsl(hue + 20, 42, 43)),
  );
  const ground: string[] = [];
  let gap = dice.whole(10, 30);
  for (let x = 0; x < columns; x += 1) {
    if (x >= gap && x < gap + 4) continue;
    ground.push(cell(x, 27, 1, 1, hsl(110, 48, 46)), cell(x, 28, 1, 4, hsl(28, 38, (x + 1) % 3 ? 32 : 29)));
  }
  const ledges = Array.from({ length: dice.whole(3, 5) }, (_, index) => {
    const x = 4 + index * 9 + dice.whole(0, 3);
    const y = 14 + dice.whole(0, 8);
    const coins = Array.from({ length: 3 }, (__, coin) =>
      sprite(['.1.', '121', '.1.'], x + 0.5 + coin * 1.7, y - 2.4, { '1': '#fbbf24', '2': '#fff3c4' }, 0.45),
    );
    return `${cell(x, y, 5, 1, hsl(110, 48, 46))}${cell(x, y + 1, 5, 1, hsl(28, 38, 34))}${coins.join('')}`;
  });
  gap -= 4;
  return svg(
    960,
    640,
    `<defs>${gradient('sky', [hsl(hue, 60, 64), hsl(hue + 30, 70, 86)])}</defs><rect width="960" height="640" fill="url(#sky)"/>${cell(38, 3, 4, 4, '#fff7d6')}${cell(37, 4, 6, 2, '#fff7d6')}${hills.join('')}${near.join('')}${ground.join('')}${ledges.join('')}${sprite(hero, Math.max(2, gap), 22.6, { '1': '#3b1d12', '2': '#f6c9a0', '3': hsl(hue + 180, 70, 50), '4': '#22223b' }, 0.9)}${hearts(dice.whole(1, 4))}`,
  );
}

/** A map from above: islands, a path and a few houses. */
export function drawMap(dice: Dice): string {
  const shift = dice.between(0, 100);
  const heightAt = (x: number, y: number): number =>
    Math.sin(x / 5 + shift) + Math.sin(y / 4.2 + shift * 2) + Math.sin((x + y) / 6.5 + shift) * 0.9;
  const ground = (height: number): string => {
    if (height > 1.7) return '#e7e5e4';
    if (height > 1.05) return '#5c7a4a';
    if (height > 0.15) return '#7fae5a';
    if (height > -0.2) return '#ecd9a0';
    return height > -0.9 ? '#4aa3c7' : '#2f7fae';
  };
  const cells: string[] = [];
  const land: [number, number][] = [];
  for (let y = 0; y < rows; y += 1) {
    let start = 0;
    let color = ground(heightAt(0, y));
    for (let x = 0; x <= columns; x += 1) {
      const here = x < columns ? ground(heightAt(x, y)) : '';
      if (here === '#7fae5a') land.push([x, y]);
      if (here === color) continue;
      cells.push(cell(start, y, x - start, 1.02, color));
      [start, color] = [x, here];
    }
  }
  const houseCells = dice
    .shuffle(land)
    .slice(0, 6)
    .sort(([x], [otherX]) => x - otherX);
  const trees = dice
    .shuffle(land)
    .slice(0, 46)
    .map(([x, y]) => sprite(['.1.', '111', '.2.'], x, y, { '1': '#2f6b3a', '2': '#5b3a22' }, 0.34));
  const path = houseCells.map(([x, y]) => `${(x + 0.5) * unit},${(y + 0.5) * unit}`).join(' ');
  const houses = houseCells.map(([x, y], index) =>
    sprite(
      ['..1..', '.111.', '11111', '.232.', '.222.'],
      x - 0.6,
      y - 1,
      { '1': index === 0 ? '#e11d48' : '#9f4a2e', '2': '#f5e6c8', '3': '#4b3621' },
      0.4,
    ),
  );
  return svg(
    960,
    640,
    `${cells.join('')}<polyline points="${path}" fill="none" stroke="#fff6da" stroke-width="7" stroke-dasharray="4 15" stroke-linecap="round"/>${trees.join('')}${houses.join('')}`,
  );
}

/** A dungeon room lit by someone who carries a torch. */
export function drawDungeon(dice: Dice): string {
  const hue = dice.pick([250, 210, 300, 160]);
  const tiles: string[] = [];
  for (let y = 0; y < rows; y += 2) {
    for (let x = 0; x < columns; x += 2) {
      const wall = y < 4 || y >= 28 || x < 2 || x >= 46 || (dice.chance(0.09) && Math.abs(x - 22) > 4);
      tiles.push(cell(x, y, 2, 2, hsl(hue, wall ? 22 : 14, (wall ? 42 : 28) + dice.between(-2, 2))));
      if (wall) tiles.push(cell(x, y + 1.6, 2, 0.4, hsl(hue, 24, 15)));
    }
  }
  const ghost = ['.111.', '11111', '12121', '11111', '1.1.1'];
  const ghosts = Array.from({ length: dice.whole(2, 4) }, () =>
    sprite(ghost, dice.whole(6, 40), dice.whole(7, 24), { '1': hsl(hue + 90, 60, 78), '2': '#1e1b4b' }, 0.5),
  );
  const x = dice.whole(16, 30);
  const y = dice.whole(11, 20);
  return svg(
    960,
    640,
    `<defs><radialGradient id="torch" gradientUnits="userSpaceOnUse" cx="${(x + 1) * unit}" cy="${y * unit}" r="430"><stop offset="0" stop-color="#ffcf7a" stop-opacity=".55"/><stop offset=".4" stop-color="#3a1d4d" stop-opacity=".2"/><stop offset="1" stop-color="#06040f" stop-opacity=".8"/></radialGradient></defs>${tiles.join('')}${ghosts.join('')}${sprite(['11111', '12221', '11311', '11111'], 38, 23, { '1': '#8a5a2b', '2': '#d9a441', '3': '#fff2b3' }, 0.5)}${sprite(hero, x, y - 1.5, { '1': '#4a2b1a', '2': '#f3c39a', '3': '#d9480f', '4': '#1f2937' }, 0.7)}<rect width="960" height="640" fill="url(#torch)"/>${hearts(dice.whole(1, 4))}`,
  );
}

/** Playing cards on a table. */
export function drawCards(dice: Dice): string {
  const hue = dice.whole(0, 359);
  const cards = Array.from({ length: 5 }, (_, index) => {
    const turn = (index - 2) * 11 + dice.between(-2, 2);
    const cardHue = hue + index * 64;
    const emblem = dice.pick([
      '<circle r="46"/><circle r="22" fill="#fff" opacity=".5"/>',
      '<path d="M0 -56L18 -16L60 -14L27 12L38 54L0 30L-38 54L-27 12L-60 -14L-18 -16Z"/>',
      '<path d="M0 -58L46 0L0 58L-46 0Z"/><path d="M0 -30L24 0L0 30L-24 0Z" fill="#fff" opacity=".5"/>',
      '<path d="M-50 34Q-44 -40 0 -52Q44 -40 50 34Q0 8 -50 34Z"/>',
      '<path d="M0 52C-70 6 -50 -50 -18 -46Q-4 -44 0 -26Q4 -44 18 -46C50 -50 70 6 0 52Z"/>',
    ]);
    return `<g transform="translate(${480 + (index - 2) * 150} ${330 + Math.abs(index - 2) * 26}) rotate(${turn.toFixed(1)})"><rect x="-94" y="-140" width="200" height="290" rx="20" fill="#000" opacity=".22"/><rect x="-100" y="-146" width="200" height="290" rx="20" fill="#fffdf7"/><rect x="-84" y="-130" width="168" height="172" rx="12" fill="${hsl(cardHue, 58, 82)}"/><g fill="${hsl(cardHue, 56, 46)}" transform="translate(0 -44)">${emblem}</g><rect x="-80" y="62" width="${dice.whole(90, 150)}" height="12" rx="6" fill="#b9b2a6"/><rect x="-80" y="86" width="${dice.whole(60, 150)}" height="12" rx="6" fill="#d5cfc4"/><circle cx="-78" cy="-124" r="22" fill="${hsl(cardHue, 60, 38)}"/><circle cx="-78" cy="-124" r="9" fill="#fff"/></g>`;
  });
  return svg(
    960,
    640,
    `<defs>${gradient('felt', [hsl(hue + 150, 34, 38), hsl(hue + 150, 38, 24)], 1, 1)}</defs><rect width="960" height="640" fill="url(#felt)"/>${cards.join('')}`,
  );
}
