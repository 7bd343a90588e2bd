/** The appearance a token is for. */
export type Scheme = 'light' | 'dark';

/** The CSS variables of an accent for one scheme. All values are `#rrggbb`. */
export interface AccentTokens {
  '--accent': string;
  '--accent-hover': string;
  '--accent-soft': string;
  '--accent-text': string;
  '--accent-line': string;
  '--on-accent': string;
}

/** The accent of spaces without a color. */
export const DEFAULT_ACCENT = '#26A69A';

/** The backgrounds of accent text. tokens.css contains the same values; a test compares them. */
export const BACKGROUNDS: Record<Scheme, { surface: string; others: readonly string[] }> = {
  light: { surface: '#ffffff', others: ['#f7f7f5', '#f1f1ee'] },
  dark: { surface: '#1b1b1a', others: ['#131312', '#242422', '#262624'] },
};

const TEXT_CONTRAST = 4.5;
const SHAPE_CONTRAST = 3;
/** If white on the accent has at least this contrast, white is kept and the accent is darkened. */
const WHITE_IS_NEAR = 2.7;
const BLACK = '#000000';
const WHITE = '#ffffff';

type Rgb = readonly [number, number, number];

/** Parses `#rgb` or `#rrggbb` in any case, with or without `#`; returns the default accent for anything else. */
export function toRgb(hex: string): Rgb {
  const digits = hex.trim().replace(/^#/, '');
  const long = /^[\da-f]{3}$/i.test(digits) ? digits.replace(/./g, '$&$&') : digits;
  if (!/^[\da-f]{6}$/i.test(long)) return toRgb(DEFAULT_ACCENT);
  const value = Number.parseInt(long, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function toHex(rgb: Rgb): string {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

function luminance(hex: string): number {
  const [r, g, b] = toRgb(hex).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Returns the WCAG 2 contrast of two colors, 1 to 21. */
export function contrast(one: string, two: string): number {
  const [high, low] = [luminance(one), luminance(two)].sort((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** Mixes `share` (0 to 1) of `into` into `from`. */
function mix(from: string, into: string, share: number): string {
  const [a, b] = [toRgb(from), toRgb(into)];
  return toHex([0, 1, 2].map((i) => (a[i] ?? 0) + ((b[i] ?? 0) - (a[i] ?? 0)) * share) as unknown as Rgb);
}

/** Returns the color closest to `from` in the direction of `towards` that passes; `towards` if none does. */
function nearest(from: string, towards: string, isValid: (color: string) => boolean): string {
  for (let step = 0; step < 50; step += 1) {
    const color = mix(from, towards, step / 50);
    if (isValid(color)) return color;
  }
  return towards;
}

/**
 * Returns the tokens of an accent color for one scheme. For any color, `--on-accent` on `--accent` and on
 * `--accent-hover`, and `--accent-text` on every background and on `--accent-soft`, have a contrast of at least 4.5;
 * `--accent-line` (borders, checked boxes, focus) has at least 3 on every background.
 */
export function accentTokens(hex: string, scheme: Scheme): AccentTokens {
  const base = toHex(toRgb(hex));
  const { surface, others } = BACKGROUNDS[scheme];
  const backgrounds = [surface, ...others];
  const towards = scheme === 'light' ? BLACK : WHITE;

  let accent = base;
  const white = contrast(base, WHITE);
  if (white >= WHITE_IS_NEAR && scheme === 'light') {
    accent = nearest(base, BLACK, (color) => contrast(color, WHITE) >= TEXT_CONTRAST);
  }
  if (scheme === 'dark') {
    accent = nearest(base, WHITE, (color) => contrast(color, surface) >= SHAPE_CONTRAST);
  }
  const onAccent = contrast(accent, WHITE) >= TEXT_CONTRAST ? WHITE : BLACK;
  // On hover the accent moves away from its text color, or slightly towards it if that is not possible.
  const away = onAccent === WHITE ? BLACK : WHITE;
  const moved = mix(accent, away, 0.16);
  const turned = mix(accent, onAccent, 0.1);
  const hover =
    contrast(moved, accent) >= 1.08 || contrast(turned, onAccent) < TEXT_CONTRAST ? moved : turned;

  const soft = mix(surface, accent, scheme === 'light' ? 0.12 : 0.2);
  const text = nearest(base, towards, (color) =>
    [...backgrounds, soft].every((ground) => contrast(color, ground) >= TEXT_CONTRAST),
  );
  const line = nearest(accent, towards, (color) =>
    backgrounds.every((ground) => contrast(color, ground) >= SHAPE_CONTRAST),
  );
  return {
    '--accent': accent,
    '--accent-hover': hover,
    '--accent-soft': soft,
    '--accent-text': text,
    '--accent-line': line,
    '--on-accent': onAccent,
  };
}

/** How close the hue of an accent may come to that of destructive buttons (0, red), in degrees. */
const DANGER_RANGE = 25;
/** Colors with less difference between their channels (0 to 255) have no hue that anyone sees. */
const MIN_COLORFULNESS = 40;

/** Whether the color has about the same hue as destructive buttons, so that the two look alike. */
export function isNearDanger(hex: string): boolean {
  const [r, g, b] = toRgb(hex);
  const range = Math.max(r, g, b) - Math.min(r, g, b);
  if (range < MIN_COLORFULNESS || r < Math.max(g, b)) return false;
  return Math.abs((60 * (g - b)) / range) <= DANGER_RANGE;
}

/** Destructive buttons beside an accent of the same hue: outlined, with a warning sign. */
const OUTLINED_DANGER = {
  '--danger-button': 'transparent',
  '--danger-button-hover': 'var(--danger-soft)',
  '--danger-button-text': 'var(--danger-text)',
  '--danger-button-edge': 'currentColor',
  '--danger-button-icon': 'grid',
};

/**
 * Returns the tokens of both schemes as an inline `style`; each value resolves to the active scheme (see
 * styles/tokens.css). Works for server-rendered styles. If the accent looks like the color of destructive buttons,
 * these become outlined.
 */
export function accentStyle(hex: string): Record<string, string> {
  const light = accentTokens(hex, 'light');
  const dark = accentTokens(hex, 'dark');
  const colors = Object.fromEntries(
    (Object.keys(light) as (keyof AccentTokens)[]).map((name) => [
      name,
      // Not translated: CSS.
      `var(--lit, ${light[name]}) var(--dim, ${dark[name]})`,
    ]),
  );
  return isNearDanger(hex) ? { ...colors, ...OUTLINED_DANGER } : colors;
}
