import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  AVATAR_COLORS,
  PALETTE_COLORS,
  toColorIndex,
  toHue,
  toInitials,
  toPaletteInitials,
} from './initials.ts';
import { contrast } from './theme/accent.ts';

describe('toInitials', () => {
  it.each([
    ['Ada Byron', 'AB'],
    ['ada maria van byron', 'AB'],
    ['Ada', 'A'],
    ['  émile   zola ', 'ÉZ'],
    ['e\u0301mile', 'É'],
    ['(Ada) "Bug" [Hopper]', 'AH'],
    ['R2-D2', 'R'],
    ['李 小龍', '李小'],
    ['ßeta', 'S'],
    ['𐐨bc', '𐐀'],
    ['123 !!', 'U'],
    ['', 'U'],
    [null, 'U'],
  ])('%j gives %j', (name, initials) => expect(toInitials(name)).toBe(initials));

  it('returns one or two letters for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(toInitials(name)).toMatch(/^\p{L}{1,2}$/u);
        expect(toPaletteInitials(name)).toMatch(/^\p{L}{1,2}$/u);
      }),
    );
  });

  it('ignores extra spaces and the words in the middle', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    fc.assert(
      fc.property(word, fc.array(word), word, (first, middle, last) => {
        const expected = `${first[0]}${last[0]}`.toUpperCase();
        expect(toInitials(`  ${[first, ...middle, last].join('   ')} `)).toBe(expected);
      }),
    );
  });
});

describe('toPaletteInitials', () => {
  it.each([
    ['Photography', 'PH'],
    ['Analog Photography', 'AP'],
    ['X', 'X'],
    ['', 'U'],
  ])('%j gives %j', (name, initials) => expect(toPaletteInitials(name)).toBe(initials));
});

describe('toColourIndex', () => {
  it('returns a stable index within the palette and uses all of it', () => {
    for (const colors of [AVATAR_COLORS, PALETTE_COLORS]) {
      const seen = new Set<number>();
      for (let i = 0; i < 400; i += 1) {
        const id = `0198c2f0-7a10-7000-8000-${String(i).padStart(12, '0')}`;
        const index = toColorIndex(id, colors);
        expect(toColorIndex(id, colors)).toBe(index);
        seen.add(index);
      }
      expect([...seen].sort((a, b) => a - b)).toEqual(Array.from({ length: colors }, (_, i) => i));
    }
  });
});

/** Converts oklch (lightness 0 to 1, chroma, hue in degrees) to `#rrggbb`, clipped to sRGB. */
function oklchToHex(lightness: number, chroma: number, hue: number): string {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const hex = linear.map((part) => {
    const clipped = Math.min(1, Math.max(0, part));
    const value = clipped <= 0.0031308 ? clipped * 12.92 : 1.055 * clipped ** (1 / 2.4) - 0.055;
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${hex.join('')}`;
}

describe('Avatar colors', () => {
  it('are readable in both schemes as mixed by styles/parts/display.css', () => {
    for (const colors of [AVATAR_COLORS, PALETTE_COLORS]) {
      for (let index = 0; index < colors; index += 1) {
        const hue = toHue(index, colors);
        expect(contrast(oklchToHex(0.915, 0.045, hue), oklchToHex(0.41, 0.09, hue))).toBeGreaterThanOrEqual(
          4.5,
        );
        expect(contrast(oklchToHex(0.37, 0.06, hue), oklchToHex(0.9, 0.05, hue))).toBeGreaterThanOrEqual(4.5);
      }
    }
  });
});
