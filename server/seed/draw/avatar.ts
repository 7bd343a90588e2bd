import type { Dice } from '../dice.ts';
import { hsl, svg } from './paint.ts';

/** What an avatar shows: style, and skin tone from 0 (light) to 5 (dark). */
export interface Look {
  style: 'f' | 'm' | 'scarf' | 'turban';
  tone: number;
  /** Gray hair. */
  grey: boolean;
}

const skins = ['#f6d7c3', '#efc4a4', '#dfa67f', '#c58459', '#9a5f3c', '#6d4029'] as const;
const shades = ['#e8bfa6', '#dda985', '#c98d65', '#ab6d45', '#7f4b2d', '#54301e'] as const;
const darkHair = ['#1c1614', '#2b1d18', '#3a2720', '#141418'] as const;
const lightHair = ['#6b4026', '#8a5a2f', '#b9823f', '#d8b064', '#a4472a', '#4a3224'] as const;
const greyHair = ['#b9b5b0', '#d7d3cd', '#8f8b88'] as const;

interface Face {
  dice: Dice;
  skin: string;
  shade: string;
  hair: string;
  cloth: string;
}
type Part = (face: Face) => string;

/** Hair behind the head, and hair over the forehead. */
interface HairStyle {
  back: Part;
  front: Part;
}
const none: Part = () => '';
const cap = 'M27 46C25 26 36 17 50 17S75 26 73 46';
const hairStyles: Record<'f' | 'm', [HairStyle, ...HairStyle[]]> = {
  f: [
    {
      back: ({ hair }) =>
        `<path fill="${hair}" d="M24 48C20 20 38 12 50 12S80 20 76 48C76 66 82 76 84 84H16C18 76 24 66 24 48Z"/>`,
      front: ({ hair }) => `<path fill="${hair}" d="${cap}C68 38 60 32 52 25C46 34 36 38 27 46Z"/>`,
    },
    {
      back: ({ hair }) =>
        `<path fill="${hair}" d="M23 50C21 22 37 13 50 13S79 22 77 50C77 62 74 68 70 70H30C26 68 23 62 23 50Z"/>`,
      front: ({ hair }) => `<path fill="${hair}" d="${cap}C66 36 34 36 27 46Z"/>`,
    },
    {
      back: ({ hair }) =>
        `<circle cx="50" cy="13" r="11" fill="${hair}"/><path fill="${hair}" d="M26 48C22 24 38 15 50 15S78 24 74 48Z"/>`,
      front: ({ hair }) => `<path fill="${hair}" d="${cap}C70 36 62 29 50 28S30 36 27 46Z"/>`,
    },
    {
      back: ({ hair, dice }) =>
        Array.from({ length: 19 }, (_, index) => {
          const angle = Math.PI * (0.86 + (index / 18) * 1.28);
          const x = 50 + Math.cos(angle) * 29;
          return `<circle cx="${x.toFixed(1)}" cy="${(41 + Math.sin(angle) * 26).toFixed(1)}" r="${dice.between(8, 11).toFixed(1)}" fill="${hair}"/>`;
        }).join(''),
      front: ({ hair }) => `<path fill="${hair}" d="${cap}C66 31 58 30 50 30S34 31 27 46Z"/>`,
    },
    {
      back: ({ hair }) =>
        `<path fill="${hair}" d="M26 46C24 22 38 14 50 14S76 22 74 46Z"/><path fill="${hair}" d="M70 34C86 36 88 58 80 78C76 66 76 52 68 46Z"/>`,
      front: ({ hair }) => `<path fill="${hair}" d="${cap}C72 36 58 27 40 27C36 34 30 38 27 46Z"/>`,
    },
    {
      back: ({ hair }) =>
        `<path fill="${hair}" d="M27 44C24 22 38 14 50 14S76 22 73 44Z"/><path fill="none" stroke="${hair}" stroke-width="8" stroke-linecap="round" stroke-dasharray="3 7" d="M28 50C24 62 24 70 27 82M72 50C76 62 76 70 73 82"/>`,
      front: ({ hair }) => `<path fill="${hair}" d="${cap}C70 36 60 30 50 20C40 30 30 36 27 46Z"/>`,
    },
  ],
  m: [
    {
      back: none,
      front: ({ hair }) =>
        `<path fill="${hair}" d="M27 47C23 25 36 15 51 15S77 25 73 47C71 40 69 36 66 32C56 34 42 32 34 30C31 35 29 40 27 47Z"/>`,
    },
    {
      back: none,
      front: ({ hair }) =>
        `<path fill="${hair}" d="M27 46C24 30 30 22 36 20C42 10 66 10 71 24C75 30 74 40 73 46C71 38 68 34 62 33C54 36 44 27 36 29C31 34 29 40 27 46Z"/>`,
    },
    {
      back: none,
      front: ({ hair }) =>
        `<path fill="${hair}" opacity=".92" d="M27 44C26 27 37 19 50 19S74 27 73 44C70 33 62 28 50 28S30 33 27 44Z"/>`,
    },
    { back: none, front: none },
    {
      back: ({ hair }) =>
        `<path fill="${hair}" d="M25 50C22 24 38 14 50 14S78 24 75 50C75 60 73 66 70 68H30C27 66 25 60 25 50Z"/>`,
      front: ({ hair }) => `<path fill="${hair}" d="${cap}C66 40 56 32 48 24C42 34 34 38 27 46Z"/>`,
    },
    {
      back: ({ hair, dice }) =>
        Array.from({ length: 13 }, (_, index) => {
          const angle = Math.PI * (1.02 + (index / 12) * 0.96);
          const x = 50 + Math.cos(angle) * 23;
          return `<circle cx="${x.toFixed(1)}" cy="${(38 + Math.sin(angle) * 19).toFixed(1)}" r="${dice.between(6, 8.5).toFixed(1)}" fill="${hair}"/>`;
        }).join(''),
      front: ({ hair }) =>
        `<path fill="${hair}" d="M28 42C28 26 38 20 50 20S72 26 72 42C66 32 58 31 50 31S34 32 28 42Z"/>`,
    },
    {
      back: none,
      front: ({ cloth }) =>
        `<path fill="${cloth}" d="M25 39C24 20 38 12 50 12S76 20 75 39C60 33 40 33 25 39Z"/><path fill="#fff" opacity=".25" d="M25 39C40 32 60 32 75 39V34C60 27 40 27 25 34Z"/>`,
    },
  ],
};

const mouths: readonly [string, ...string[]] = [
  '<path d="M42 61Q50 68 58 61" fill="none" stroke="#6b2b2b" stroke-width="2.2" stroke-linecap="round"/>',
  '<path d="M41 60Q50 72 59 60Z" fill="#7a2e2e"/><path d="M43 61Q50 64 57 61L56 62.6Q50 65 44 62.6Z" fill="#fff"/>',
  '<path d="M44 62Q51 66 58 60" fill="none" stroke="#6b2b2b" stroke-width="2.2" stroke-linecap="round"/>',
  '<path d="M43 62Q50 65.5 57 62" fill="none" stroke="#7a3434" stroke-width="3" stroke-linecap="round"/>',
];

function eyes(dice: Dice, tone: number): string {
  const y = 47;
  if (dice.chance(0.16)) {
    return `<path d="M36 ${y}Q40 ${y - 4} 44 ${y}M56 ${y}Q60 ${y - 4} 64 ${y}" fill="none" stroke="#241a17" stroke-width="2.2" stroke-linecap="round"/>`;
  }
  const light = dice.pick(['#2a1c16', '#3b2a1c', '#35506b', '#49624a']);
  const iris = tone <= 1 ? light : '#2a1c16';
  return [40, 60]
    .map(
      (x) =>
        `<ellipse cx="${x}" cy="${y}" rx="3" ry="3.4" fill="${iris}"/><circle cx="${x + 1}" cy="${y - 1.2}" r="1" fill="#fff"/>`,
    )
    .join('');
}

function glasses(dice: Dice): string {
  const color = dice.pick(['#23201f', '#5b3a29', '#9b2f3a', '#2f4f6f', '#c08a2e']);
  const lens = dice.chance(0.5)
    ? '<circle cx="40" cy="47" r="8"/><circle cx="60" cy="47" r="8"/>'
    : '<rect x="31.5" y="40.5" width="16.5" height="13" rx="4"/><rect x="52" y="40.5" width="16.5" height="13" rx="4"/>';
  return `<g fill="#fff" fill-opacity=".18" stroke="${color}" stroke-width="1.9">${lens}<path d="M48 46Q50 44.5 52 46" fill="none"/></g>`;
}

function beard({ dice, hair }: Face): string {
  if (dice.chance(0.4)) {
    return `<path fill="${hair}" d="M27 50C28 74 39 80 50 80S72 74 73 50C70 58 64 57 58 56.5Q50 54 42 56.5C36 57 30 58 27 50Z"/>`;
  }
  return `<path fill="${hair}" d="M40 58Q50 53 60 58Q56 60 50 59Q44 60 40 58Z"/>${dice.chance(0.6) ? `<path fill="${hair}" opacity=".9" d="M43 68Q50 66 57 68Q56 77 50 77T43 68Z"/>` : ''}`;
}

function wrapped(style: 'scarf' | 'turban', cloth: string, dark: string): { back: string; front: string } {
  if (style === 'turban') {
    return {
      back: '',
      front: `<path fill="${cloth}" d="M24 40C20 20 36 8 50 8S80 20 76 40C66 32 58 28 50 22C42 28 34 32 24 40Z"/><path fill="none" stroke="${dark}" stroke-width="1.6" opacity=".6" d="M28 34C38 30 46 24 58 12M72 34C62 30 54 24 42 12M32 26C42 22 48 18 52 10"/>`,
    };
  }
  return {
    back: `<path fill="${cloth}" d="M20 56C16 20 36 9 50 9S84 20 80 56C80 74 88 84 92 100H8C12 84 20 74 20 56Z"/>`,
    front: `<path fill="${cloth}" fill-rule="evenodd" d="M20 56C16 20 36 9 50 9S84 20 80 56C80 70 72 84 50 88C28 84 20 70 20 56ZM30 46C30 62 38 74 50 74S70 62 70 46C70 32 61 25 50 25S30 32 30 46Z"/><path fill="none" stroke="${dark}" stroke-width="1.4" opacity=".5" d="M27 40C30 24 40 18 52 17M32 82Q52 92 76 78"/>`,
  };
}

/** Draws an avatar of 384 by 384 pixels. The dice decide everything that the look leaves open. */
export function drawAvatar(dice: Dice, look: Look): string {
  const tone = Math.min(5, Math.max(0, look.tone));
  const hue = dice.whole(0, 359);
  const face: Face = {
    dice,
    skin: skins[tone] ?? skins[2],
    shade: shades[tone] ?? shades[2],
    hair: look.grey
      ? dice.pick(greyHair)
      : tone <= 1
        ? dice.pick([...lightHair, ...darkHair])
        : dice.pick(darkHair),
    cloth: hsl(hue + dice.pick([150, 180, 200, 35]), dice.between(38, 62), dice.between(36, 52)),
  };
  const dark = hsl(hue, 40, 25);
  const style =
    look.style === 'scarf' || look.style === 'turban'
      ? wrapped(look.style, face.cloth, dark)
      : { ...mapStyle(dice.pick(hairStyles[look.style]), face) };
  const bearded = look.style === 'turban' || (look.style === 'm' && dice.chance(0.42));
  const sky = dice.pick([
    `<rect width="100" height="100" fill="${hsl(hue, 52, 80)}"/><circle cx="${dice.whole(15, 85)}" cy="${dice.whole(15, 60)}" r="${dice.whole(26, 40)}" fill="${hsl(hue + 24, 60, 87)}"/>`,
    `<rect width="100" height="100" fill="${hsl(hue, 45, 74)}"/><path d="M0 ${dice.whole(40, 70)}Q50 ${dice.whole(20, 55)} 100 ${dice.whole(40, 70)}V100H0Z" fill="${hsl(hue + 18, 48, 66)}"/>`,
    `<rect width="100" height="100" fill="${hsl(hue, 56, 84)}"/><path d="M0 0H100L0 100Z" fill="${hsl(hue - 20, 56, 77)}"/>`,
  ]);
  const neckline = dice.pick([
    `<path d="M40 79Q50 90 60 79L62 82Q50 96 38 82Z" fill="#fff" opacity=".28"/>`,
    `<path d="M38 80L50 93L62 80L66 84L50 100L34 84Z" fill="#fff" opacity=".85"/>`,
    `<path d="M37 79Q50 87 63 79V86Q50 93 37 86Z" fill="${dark}" opacity=".45"/>`,
    '',
  ]);
  const brow = look.grey ? '#8f8b88' : face.hair;
  const body = [
    sky,
    style.back,
    `<path fill="${face.cloth}" d="M8 104C10 84 28 79 50 79S90 84 92 104Z"/>`,
    `<path fill="${face.shade}" d="M41 66H59V80Q50 90 41 80Z"/>`,
    neckline,
    look.style === 'scarf'
      ? ''
      : `<circle cx="27.5" cy="49" r="4.6" fill="${face.skin}"/><circle cx="72.5" cy="49" r="4.6" fill="${face.skin}"/>`,
    `<path fill="${face.skin}" d="M27 44C27 28 37 20 50 20S73 28 73 44C73 62 64 75 50 75S27 62 27 44Z"/>`,
    `<ellipse cx="34" cy="57" rx="5" ry="3.2" fill="#e0574c" opacity="${tone > 3 ? 0.14 : 0.2}"/><ellipse cx="66" cy="57" rx="5" ry="3.2" fill="#e0574c" opacity="${tone > 3 ? 0.14 : 0.2}"/>`,
    bearded ? beard(face) : '',
    eyes(dice, tone),
    `<path d="M35 40Q40 ${dice.between(36, 38.5).toFixed(1)} 45 40M55 40Q60 ${dice.between(36, 38.5).toFixed(1)} 65 40" fill="none" stroke="${brow}" stroke-width="2.2" stroke-linecap="round"/>`,
    `<path d="M50 48Q${dice.pick([53, 47])} 55 50 56" fill="none" stroke="${face.shade}" stroke-width="2.4" stroke-linecap="round"/>`,
    dice.pick(mouths),
    style.front,
    dice.chance(look.grey ? 0.6 : 0.3) ? glasses(dice) : '',
    look.style === 'f' && dice.chance(0.5)
      ? `<circle cx="27" cy="56" r="2" fill="#e8b64c"/><circle cx="73" cy="56" r="2" fill="#e8b64c"/>`
      : '',
  ].join('');
  return svg(384, 384, `<g transform="scale(3.84)">${body}</g>`);
}

function mapStyle(style: HairStyle, face: Face): { back: string; front: string } {
  return { back: style.back(face), front: style.front(face) };
}
