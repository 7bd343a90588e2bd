import type { Dice } from '../dice.ts';
import { blob, glow, gradient, hsl, svg } from './paint.ts';

const width = 960;
const height = 640;

function table(dice: Dice): string {
  const cloth = dice.pick([
    ['#f3e7d3', '#e3cfae'],
    ['#dfe5df', '#c4cfc6'],
    ['#e9dcd2', '#cfb5a2'],
    ['#d6dde6', '#b4c0cf'],
  ] as const);
  const boards = Array.from(
    { length: 5 },
    (_, index) =>
      `<rect y="${index * 132}" width="960" height="130" fill="${hsl(27, 30, 38 + dice.between(-3, 3))}"/><path d="M0 ${index * 132 + dice.between(30, 90)}Q480 ${index * 132 + dice.between(20, 110)} 960 ${index * 132 + dice.between(30, 90)}" stroke="${hsl(25, 30, 32)}" stroke-width="2" fill="none"/>`,
  );
  if (dice.chance(0.45)) return `<rect width="960" height="640" fill="#4a2f1c"/>${boards.join('')}`;
  const stripes = Array.from(
    { length: 6 },
    (_, index) => `<rect x="${index * 170 + 40}" width="26" height="640" fill="${cloth[1]}" opacity=".7"/>`,
  );
  return `<rect width="960" height="640" fill="${cloth[0]}"/>${stripes.join('')}`;
}

const flour = (dice: Dice, count: number): string =>
  Array.from(
    { length: count },
    () =>
      `<circle cx="${dice.between(30, 930).toFixed(0)}" cy="${dice.between(30, 610).toFixed(0)}" r="${dice.between(1, 4.5).toFixed(1)}" fill="#fffaf0" opacity="${dice.between(0.4, 0.9).toFixed(2)}"/>`,
  ).join('');

/** A scored loaf from above. */
export function drawLoaf(dice: Dice): string {
  const round = dice.chance(0.5);
  const crust = dice.pick([
    ['#e0a458', '#a35f22', '#6b3a12'],
    ['#d28b3e', '#8a4a1a', '#54290d'],
    ['#e6b877', '#b9772f', '#7d4a1c'],
  ] as const);
  const outline = blob(dice, 0, 0, 210, 0.035, 12);
  const stretch = round ? 'scale(1.08)' : 'scale(1.52 .92)';
  const pattern = dice.pick(['leaf', 'cross', 'slash'] as const);
  const ear = (path: string) =>
    `<path d="${path}" stroke="${crust[2]}" stroke-width="30" stroke-linecap="round" fill="none"/><path d="${path}" stroke="#f6dfae" stroke-width="17" stroke-linecap="round" fill="none"/>`;
  const cuts = {
    leaf:
      ear('M-150 10Q0 -30 150 6') +
      [-90, -40, 10, 60].map((x) => ear(`M${x} -14L${x + 40} -90`) + ear(`M${x} 14L${x + 42} 84`)).join(''),
    cross: ear('M-120 0H120') + ear('M0 -120V120'),
    slash: [-90, 0, 90].map((x) => ear(`M${x - 44} 100Q${x} 0 ${x + 40} -104`)).join(''),
  }[pattern];
  const dust = Array.from(
    { length: 150 },
    () =>
      `<circle cx="${dice.between(-190, 190).toFixed(0)}" cy="${dice.between(-170, 170).toFixed(0)}" r="${dice.between(1, 5).toFixed(1)}"/>`,
  );
  return svg(
    width,
    height,
    `<defs><radialGradient id="crust" cx=".42" cy=".36"><stop offset="0" stop-color="${crust[0]}"/><stop offset=".72" stop-color="${crust[1]}"/><stop offset="1" stop-color="${crust[2]}"/></radialGradient></defs>${table(dice)}${flour(dice, 130)}<ellipse cx="494" cy="352" rx="${round ? 250 : 340}" ry="${round ? 236 : 214}" fill="#2a1708" opacity=".35"/><g transform="translate(480 320) rotate(${dice.between(-24, 24).toFixed(0)}) ${stretch}"><path d="${outline}" fill="url(#crust)"/><clipPath id="loaf"><path d="${outline}"/></clipPath><g clip-path="url(#loaf)">${cuts}<g fill="#fff7e6" opacity=".35">${dust.join('')}</g></g></g>`,
  );
}

/** A slice of bread with its holes. */
export function drawCrumb(dice: Dice): string {
  const open = dice.between(0.6, 1.5);
  const slice =
    'M150 470C110 330 190 190 330 150C420 118 560 118 650 150C790 190 860 330 815 470C800 515 770 525 700 525H260C190 525 165 515 150 470Z';
  const holes = Array.from({ length: 130 }, () => {
    const x = dice.between(185, 780);
    const y = dice.between(185, 500);
    const radius = dice.between(4, 13) * (dice.chance(0.16 * open) ? 2.6 : 1) * open ** 0.5;
    const around = blob(dice, x, y, radius, 0.26, 7);
    return `<path d="${around}" fill="#caa168"/><path d="${around}" fill="#e6cd9d" transform="translate(${radius * 0.14} ${radius * 0.18})"/>`;
  });
  return svg(
    width,
    height,
    `${table(dice)}<path d="${slice}" transform="translate(14 22)" fill="#2a1708" opacity=".35"/><path d="${slice}" fill="#8a4d1c"/><g transform="translate(480 330) scale(.945 .93) translate(-480 -330)"><path d="${slice}" fill="#f3dfb4"/><clipPath id="slice"><path d="${slice}"/></clipPath><g clip-path="url(#slice)">${holes.join('')}</g></g>${flour(dice, 40)}`,
  );
}

/** A starter in its jar, risen past the rubber band. */
export function drawJar(dice: Dice): string {
  const hue = dice.pick([35, 200, 150, 12, 265]);
  const level = dice.between(190, 380);
  const bubbles = Array.from({ length: 46 }, () => {
    const radius = dice.between(3, 15);
    return `<circle cx="${dice.between(345, 615).toFixed(0)}" cy="${dice.between(level + 24, 530).toFixed(0)}" r="${radius.toFixed(0)}" fill="#cfae72" opacity=".65"/>`;
  });
  return svg(
    width,
    height,
    `<defs>${gradient('wall', [hsl(hue, 34, 86), hsl(hue, 30, 70)])}${glow('light', '#fff', 0.8)}</defs><rect width="100%" height="100%" fill="url(#wall)"/><circle cx="760" cy="120" r="360" fill="url(#light)"/><rect y="545" width="960" height="95" fill="${hsl(27, 32, 44)}"/><ellipse cx="490" cy="560" rx="200" ry="20" fill="#000" opacity=".3"/><path d="M330 ${level}Q400 ${level - 26} 480 ${level}T630 ${level}V520Q630 556 590 556H370Q330 556 330 520Z" fill="#ecd7a8"/>${bubbles.join('')}<rect x="322" y="${Math.max(level + 60, 400)}" width="316" height="16" rx="8" fill="#c2412f"/><path d="M330 120V520Q330 556 370 556H590Q630 556 630 520V120" fill="#fff" fill-opacity=".16" stroke="#fff" stroke-opacity=".85" stroke-width="9"/><path d="M362 150V500" stroke="#fff" stroke-width="16" stroke-linecap="round" opacity=".6"/><path d="M312 76H648V128H312Z" fill="${hsl(hue + 180, 30, 38)}"/><path d="M312 76H648V96H312Z" fill="#fff" opacity=".25"/>`,
  );
}

/** An oven door with light behind it and a rising loaf. */
export function drawOven(dice: Dice): string {
  const rise = dice.between(0.75, 1.15);
  const steel = dice.pick([
    ['#4a4d52', '#2b2d31'],
    ['#efece6', '#cfc9bf'],
    ['#6b2f2a', '#451c19'],
    ['#35514d', '#203331'],
  ]);
  const shift = dice.between(-90, 90);
  return svg(
    width,
    height,
    `<defs>${gradient('steel', [...steel])}${glow('heat', '#ffb347', 1)}</defs><rect width="100%" height="100%" fill="url(#steel)"/><rect x="90" y="40" width="780" height="66" rx="14" fill="#222428"/>${[180, 300, 660, 780].map((x) => `<circle cx="${x}" cy="73" r="23" fill="#6b6f76"/><rect x="${x - 3}" y="52" width="6" height="22" fill="#fff" transform="rotate(${dice.whole(-60, 90)} ${x} 73)"/>`).join('')}<rect x="420" y="54" width="120" height="38" rx="6" fill="#0f1512"/><path d="M440 64h18v18h-18zM470 64h18v18h-18zM500 64h18v18h-18z" fill="none" stroke="#5df2a0" stroke-width="4"/><rect x="130" y="140" width="700" height="26" rx="13" fill="#b9bdc4"/><rect x="150" y="196" width="660" height="370" rx="28" fill="#120b07"/><clipPath id="glass"><rect x="150" y="196" width="660" height="370" rx="28"/></clipPath><g clip-path="url(#glass)"><ellipse cx="480" cy="320" rx="420" ry="270" fill="url(#heat)"/>${Array.from({ length: 17 }, (_, index) => `<rect x="${160 + index * 40}" y="486" width="5" height="80" fill="#6d4a2b"/>`).join('')}<rect x="150" y="482" width="660" height="9" fill="#8b6238"/><g transform="translate(${shift.toFixed(0)} 0)"><path d="M270 484Q262 ${484 - 190 * rise} 480 ${484 - 200 * rise}T690 484Z" fill="#b36a26"/><path d="M300 470Q300 ${484 - 160 * rise} 480 ${484 - 176 * rise}Q420 ${484 - 120 * rise} 400 470Z" fill="#dfa050" opacity=".7"/><path d="M380 ${484 - 110 * rise}Q480 ${484 - 190 * rise} 600 ${484 - 130 * rise}" stroke="#f9e0a8" stroke-width="20" stroke-linecap="round" fill="none"/></g></g><path d="M190 230L330 230L210 520H176Z" fill="#fff" opacity=".07"/>`,
  );
}
