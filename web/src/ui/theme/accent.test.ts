import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accentStyle,
  accentTokens,
  BACKGROUNDS,
  contrast,
  DEFAULT_ACCENT,
  isNearDanger,
  type Scheme,
} from './accent.ts';

const EXTREMES = [
  '#ffff00',
  '#ffffff',
  '#000000',
  '#808080',
  '#767676',
  '#00ff00',
  '#0000ff',
  DEFAULT_ACCENT,
];
const anyHex = fc.oneof(
  fc.constantFrom(...EXTREMES),
  fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`),
);
const anyScheme = fc.constantFrom<Scheme>('light', 'dark');

describe('contrast', () => {
  it('computes contrast as WCAG does', () => {
    expect(contrast('#000', '#fff')).toBeCloseTo(21, 5);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    expect(contrast('#26A69A', '#26a69a')).toBe(1);
  });
});

describe('accentTokens', () => {
  it('keeps text readable and shapes visible for any color', () => {
    fc.assert(
      fc.property(anyHex, anyScheme, (hex, scheme) => {
        const tokens = accentTokens(hex, scheme);
        const grounds = [BACKGROUNDS[scheme].surface, ...BACKGROUNDS[scheme].others];
        expect(['#000000', '#ffffff']).toContain(tokens['--on-accent']);
        expect(contrast(tokens['--on-accent'], tokens['--accent'])).toBeGreaterThanOrEqual(4.5);
        expect(contrast(tokens['--on-accent'], tokens['--accent-hover'])).toBeGreaterThanOrEqual(4.5);
        for (const ground of [...grounds, tokens['--accent-soft']]) {
          expect(contrast(tokens['--accent-text'], ground)).toBeGreaterThanOrEqual(4.5);
        }
        for (const ground of grounds) {
          expect(contrast(tokens['--accent-line'], ground)).toBeGreaterThanOrEqual(3);
        }
        for (const value of Object.values(tokens)) expect(value).toMatch(/^#[\da-f]{6}$/);
      }),
      { numRuns: 400 },
    );
  });

  it('leaves a color unchanged that is already readable', () => {
    expect(accentTokens('#3b5bdb', 'light')['--accent']).toBe('#3b5bdb');
    expect(accentTokens('#ffff00', 'light')['--accent']).toBe('#ffff00');
  });

  it('changes the accent on hover', () => {
    fc.assert(
      fc.property(anyHex, anyScheme, (hex, scheme) => {
        const tokens = accentTokens(hex, scheme);
        expect(tokens['--accent-hover']).not.toBe(tokens['--accent']);
      }),
    );
  });

  it('parses short and bare notations and uses the default for invalid colors', () => {
    expect(accentTokens('#ff0', 'dark')).toEqual(accentTokens('FFFF00', 'dark'));
    for (const invalid of ['', 'red', '#12345', 'url(x)', '#26A69A;color:red']) {
      expect(accentTokens(invalid, 'light')).toEqual(accentTokens(DEFAULT_ACCENT, 'light'));
    }
  });
});

describe('destructive buttons', () => {
  it.each([
    ['#C2412D', true],
    ['#C8442E', true],
    ['#D6336C', true],
    ['#ff0000', true],
    ['#B8447F', false],
    ['#8A6D1F', false],
    ['#26A69A', false],
    ['#3B6FD4', false],
    // Hardly more red than gray.
    ['#6b5f5f', false],
  ])('finds whether %s looks like their color: %s', (hex, expected) => {
    expect(isNearDanger(hex)).toBe(expected);
  });

  it('are outlined with a warning sign beside an accent of the same hue', () => {
    expect(accentStyle('#C8442E')).toMatchObject({
      '--danger-button': 'transparent',
      '--danger-button-text': 'var(--danger-text)',
      '--danger-button-icon': 'grid',
    });
    expect(Object.keys(accentStyle(DEFAULT_ACCENT)).filter((name) => name.includes('danger'))).toEqual([]);
  });
});

describe('styles/tokens.css', () => {
  const css = readFileSync(`${import.meta.dirname}/../../styles/tokens.css`, 'utf8');
  const declared = (name: string) => css.match(new RegExp(`\\n  ${name}: (.+);`))?.[1];

  it('computes the default accent tokens that tokens.css contains', () => {
    for (const [name, value] of Object.entries(accentStyle(DEFAULT_ACCENT)))
      expect(declared(name)).toBe(value);
  });

  it('checks against the same backgrounds as tokens.css', () => {
    for (const [index, name] of ['--canvas', '--sunken', '--raised'].entries()) {
      const value = declared(name) ?? '';
      const [light, dark] = [...value.matchAll(/#[\da-f]{6}/g)].map(String);
      expect([BACKGROUNDS.light.surface, ...BACKGROUNDS.light.others], name).toContain(light);
      expect(BACKGROUNDS.dark.others, `${name} ${index}`).toContain(dark);
    }
    expect(declared('--surface')).toBe(
      `var(--lit, ${BACKGROUNDS.light.surface}) var(--dim, ${BACKGROUNDS.dark.surface})`,
    );
  });

  /** The light and the dark value of a token; `more` reads the values for people who ask for more contrast. */
  const schemes = (name: string, more = false): [string, string] => {
    const block = more ? (css.match(/prefers-contrast: more\) \{\n {2}:root \{([^}]+)\}/)?.[1] ?? '') : css;
    const value = block.match(new RegExp(`\\n +${name}: (.+);`))?.[1] ?? '';
    const [light = '', dark = ''] = [...value.matchAll(/#[\da-f]{6}/g)].map(String);
    return [light, dark];
  };
  const grounds = (scheme: Scheme) => [BACKGROUNDS[scheme].surface, ...BACKGROUNDS[scheme].others];

  it('keeps the focus ring, the borders of fields and chosen options visible in both schemes', () => {
    for (const [index, scheme] of (['light', 'dark'] as const).entries()) {
      const value = (name: string) => schemes(name)[index] ?? '';
      for (const ground of grounds(scheme)) {
        expect(contrast(value('--focus'), ground), `${scheme} --focus`).toBeGreaterThanOrEqual(7);
        expect(contrast(value('--line-field'), ground), `${scheme} --line-field`).toBeGreaterThanOrEqual(3);
      }
      expect(contrast(value('--on-focus'), value('--focus'))).toBeGreaterThanOrEqual(7);
      // Level badges, and chips that aren't selected.
      expect(contrast(value('--ink-soft'), BACKGROUNDS[scheme].surface)).toBeGreaterThanOrEqual(7);
    }
  });

  it('has no color in the focus ring, whatever the accent is', () => {
    for (const hex of schemes('--focus')) {
      const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
      expect(Math.max(...channels) - Math.min(...channels)).toBeLessThanOrEqual(4);
    }
    expect(Object.keys(accentStyle('#C8442E'))).not.toContain('--focus');
  });

  it('raises text and lines for people who ask for more contrast', () => {
    for (const [index, scheme] of (['light', 'dark'] as const).entries()) {
      for (const ground of grounds(scheme)) {
        const value = (name: string) => contrast(schemes(name, true)[index] ?? '', ground);
        for (const name of ['--ink-soft', '--ink-faint']) expect(value(name), name).toBeGreaterThanOrEqual(7);
        for (const name of ['--line-strong', '--line-field']) {
          expect(value(name), name).toBeGreaterThanOrEqual(4.5);
        }
        expect(value('--line'), '--line').toBeGreaterThanOrEqual(3);
      }
    }
  });

  it('keeps the text colors of tokens.css readable on every background', () => {
    const pair = (name: string) => [...(declared(name) ?? '').matchAll(/#[\da-f]{6}/g)].map(String);
    for (const [index, scheme] of (['light', 'dark'] as const).entries()) {
      const grounds = [BACKGROUNDS[scheme].surface, ...BACKGROUNDS[scheme].others];
      for (const name of ['--ink', '--ink-soft', '--ink-faint', '--danger-text']) {
        for (const ground of grounds) {
          expect(contrast(pair(name)[index] ?? '', ground), `${scheme} ${name}`).toBeGreaterThanOrEqual(4.5);
        }
      }
      for (const tone of ['danger', 'success', 'warning']) {
        const [text, soft] = [pair(`--${tone}-text`)[index] ?? '', pair(`--${tone}-soft`)[index] ?? ''];
        expect(contrast(text, soft), `${scheme} ${tone}`).toBeGreaterThanOrEqual(4.5);
      }
      expect(
        contrast(pair('--on-danger')[index] ?? '', pair('--danger')[index] ?? ''),
      ).toBeGreaterThanOrEqual(4.5);
    }
  });
});
