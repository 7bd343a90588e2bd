import type { Dice } from '../dice.ts';
import { blob, glow, gradient, hsl, ridge, svg } from './paint.ts';

/** Covers are drawn at twice 1084 by 576 pixels, icons at 384 by 384. */
const cover = { width: 2168, height: 1152 };

/** Evening hills under a low sun, in the red of a darkroom lamp. */
export function drawAnalogCover(dice: Dice): string {
  const layers = Array.from({ length: 6 }, (_, index) => {
    const far = 1 - index / 5;
    const color = hsl(8 + far * 20, 52 + far * 22, 9 + far * 42);
    return `<path d="${ridge(dice, cover, 560 + index * 105, 90 - index * 6, 7 + index)}" fill="${color}"/>`;
  });
  const birds = Array.from({ length: 7 }, () => {
    const x = dice.between(1250, 1800);
    const y = dice.between(190, 380);
    const span = dice.between(9, 20);
    return `<path d="M${x - span} ${y}q${span / 2} -${span * 0.7} ${span} 0q${span / 2} -${span * 0.7} ${span} 0" fill="none" stroke="#5a1a10" stroke-width="3.4" stroke-linecap="round"/>`;
  });
  return svg(
    cover.width,
    cover.height,
    `<defs>${gradient('sky', ['#f7c99a', '#f0936a', '#cf4a35'])}${glow('halo', '#fff1cf', 0.85)}</defs>
<rect width="100%" height="100%" fill="url(#sky)"/><circle cx="690" cy="470" r="520" fill="url(#halo)"/><circle cx="690" cy="470" r="148" fill="#fff4dc"/>
${birds.join('')}${layers.join('')}`,
  );
}

/** Waves of wheat in paper-cut style under a warm sky. */
export function drawBreadCover(dice: Dice): string {
  const ear = (x: number, y: number, size: number, lean: number, color: string, stem: string): string => {
    const grains = Array.from({ length: 9 }, (_, index) => {
      const side = index % 2 ? 1 : -1;
      const up = -index * size * 0.22;
      return `<ellipse cx="${side * size * 0.2}" cy="${up}" rx="${size * 0.15}" ry="${size * 0.3}" transform="rotate(${side * 28} ${side * size * 0.2} ${up})"/>`;
    });
    return `<g transform="translate(${x.toFixed(0)} ${y.toFixed(0)}) rotate(${lean.toFixed(0)})"><path d="M0 0Q${lean.toFixed(0)} ${size * 3} 0 ${size * 9}" stroke="${stem}" stroke-width="${size * 0.09}" fill="none"/><g fill="${color}">${grains.join('')}</g></g>`;
  };
  const rows = Array.from({ length: 5 }, (_, row) => {
    const hue = 38 - row * 2;
    const light = 70 - row * 9;
    const level = 560 + row * 120;
    const ears = Array.from({ length: 15 + row }, (_, index) =>
      ear(
        (index / (14 + row)) * 2300 - 60 + dice.between(-50, 50),
        level - 30 + dice.between(-60, 40),
        38 + row * 15,
        dice.between(4, 22),
        hsl(hue, 78, light),
        hsl(hue - 4, 60, light - 14),
      ),
    );
    return `${ears.join('')}<path d="${ridge(dice, cover, level + 150, 34, 6)}" fill="${hsl(hue - 3, 66, light - 8)}"/>`;
  });
  const clouds = Array.from({ length: 4 }, (_, index) => {
    const x = 200 + index * 560 + dice.between(-120, 120);
    const y = dice.between(110, 330);
    const wide = dice.between(110, 190);
    return `<g fill="#fffaf0" opacity=".8"><ellipse cx="${x}" cy="${y}" rx="${wide}" ry="34"/><ellipse cx="${x - wide * 0.3}" cy="${y - 26}" rx="${wide * 0.42}" ry="40"/><ellipse cx="${x + wide * 0.28}" cy="${y - 18}" rx="${wide * 0.36}" ry="32"/></g>`;
  });
  return svg(
    cover.width,
    cover.height,
    `<defs>${gradient('sky', ['#f9e3b4', '#fbefd2', '#fdf6e3'])}</defs><rect width="100%" height="100%" fill="url(#sky)"/>
<circle cx="1610" cy="330" r="150" fill="#f5b94a"/><circle cx="1610" cy="330" r="215" fill="#f5b94a" opacity=".22"/>${clouds.join('')}${rows.join('')}`,
  );
}

/** A night town with small lit windows under many stars, built of blocks. */
export function drawGamesCover(dice: Dice): string {
  const unit = 18;
  const block = (x: number, y: number, wide: number, high: number, color: string): string =>
    `<rect x="${x * unit}" y="${y * unit}" width="${wide * unit}" height="${high * unit}" fill="${color}"/>`;
  const stars = Array.from({ length: 90 }, () =>
    block(
      dice.whole(0, 120),
      dice.whole(0, 34),
      dice.pick([0.35, 0.35, 0.6]),
      dice.pick([0.35, 0.35, 0.6]),
      dice.pick(['#fff', '#c7d2fe', '#fde68a']),
    ),
  );
  const row = (level: number, color: string, windows: number): string => {
    const parts: string[] = [];
    for (let x = -2; x < 122; ) {
      const wide = dice.whole(5, 11);
      const top = level - dice.whole(0, 16);
      parts.push(block(x, top, wide, 70 - top, color));
      const roof = dice.pick(['step', 'flat', 'mast'] as const);
      if (roof === 'step') parts.push(block(x + 1, top - 1, wide - 2, 1, color));
      if (roof === 'mast') parts.push(block(x + 2, top - 4, 0.5, 4, color));
      for (let y = top + 2; y < 62; y += 3) {
        for (let column = x + 1; column < x + wide - 1; column += 2) {
          if (dice.chance(windows)) {
            parts.push(
              block(column, y, 1, 1.4, dice.pick(['#fcd34d', '#fde68a', '#fbbf24', '#a5b4fc', '#f0abfc'])),
            );
          }
        }
      }
      x += wide + dice.pick([0, 0, 1]);
    }
    return parts.join('');
  };
  const moon = Array.from({ length: 9 }, (_, index) => {
    const half = [3, 5, 6, 7, 7, 7, 6, 5, 3][index] ?? 3;
    return block(84 - half, 5 + index * 1.5, half * 2, 1.5, '#fef3c7');
  });
  return svg(
    cover.width,
    cover.height,
    `<defs>${gradient('sky', ['#171540', '#312e81', '#6d4bc8', '#d98bb8'])}</defs><rect width="100%" height="100%" fill="url(#sky)"/>
${stars.join('')}${moon.join('')}${block(80, 9, 2, 1.5, '#fde68a')}${block(86, 12, 3, 1.5, '#fde68a')}
${row(44, '#4338ca', 0.1)}${row(52, '#2c2a78', 0.3)}${row(60, '#191742', 0.42)}`,
  );
}

export function drawAnalogIcon(dice: Dice): string {
  const blades = Array.from({ length: 7 }, (_, index) => {
    const turn = (index * 360) / 7;
    return `<path d="M192 192L192 62A130 130 0 0 1 301 121Z" transform="rotate(${turn} 192 192)" fill="${hsl(10, 62, 40 + (index % 4) * 5)}"/>`;
  });
  return svg(
    384,
    384,
    `<defs>${gradient('back', ['#f6b48a', '#d8503a', '#9d2a20'], 1, 1)}</defs><rect width="384" height="384" fill="url(#back)"/>
<circle cx="192" cy="192" r="150" fill="#2a0f0b"/>${blades.join('')}<path d="${blob(dice, 192, 192, 50, 0.02, 7)}" fill="#ffe9cf"/><circle cx="192" cy="192" r="139" fill="none" stroke="#ffe9cf" stroke-width="9"/>`,
  );
}

export function drawBreadIcon(_dice: Dice): string {
  const cuts = [130, 180, 230].map(
    (x) =>
      `<path d="M${x - 22} 250L${x + 30} 146" stroke="#fbe3b4" stroke-width="15" stroke-linecap="round" fill="none"/>`,
  );
  return svg(
    384,
    384,
    `<defs>${gradient('back', ['#fbe6b8', '#f0bf62'])}${gradient('crust', ['#c9822f', '#8f4f1a'])}</defs><rect width="384" height="384" fill="url(#back)"/>
<circle cx="192" cy="150" r="120" fill="#fff3d2" opacity=".75"/><ellipse cx="192" cy="292" rx="140" ry="16" fill="#7a4a16" opacity=".28"/>
<path d="M52 232C52 150 118 108 192 108S332 150 332 232C332 268 306 288 192 288S52 268 52 232Z" fill="url(#crust)"/>${cuts.join('')}`,
  );
}

export function drawGamesIcon(_dice: Dice): string {
  const rows = [
    '..1111..',
    '.111111.',
    '11211211',
    '11211211',
    '11111111',
    '13111131',
    '11333311',
    '1.1..1.1',
  ];
  const colors: Record<string, string> = { '1': '#fde68a', '2': '#2e2a6e', '3': '#f472b6' };
  const dots = rows.flatMap((row, y) =>
    [...row].map((character, x) =>
      colors[character]
        ? `<rect x="${64 + x * 32}" y="${64 + y * 32}" width="32" height="32" fill="${colors[character]}"/>`
        : '',
    ),
  );
  return svg(
    384,
    384,
    `<defs>${gradient('back', ['#6d5df0', '#3b32a8'], 1, 1)}</defs><rect width="384" height="384" fill="url(#back)"/><g opacity=".22" fill="#1e1b4b" transform="translate(14 16)">${dots.join('').replace(/fill="#[0-9a-f]+"/g, '')}</g>${dots.join('')}`,
  );
}
