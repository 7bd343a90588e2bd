import '#web/styles/lazy/fields.css';
import { Pipette } from 'lucide-react';
import { useState } from 'react';
import { msg, t } from '#contract/i18n/translate.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { AccentProvider } from '#web/ui/theme/accent-scope.tsx';

/** Suggested colors for a new space. The theme ensures contrast for any color. */
export const spaceColors = [
  { value: '#26A69A', name: msg('Teal') },
  { value: '#2F7D4F', name: msg('Moss') },
  { value: '#3B6FD4', name: msg('Blue') },
  { value: '#6B4FC8', name: msg('Violet') },
  { value: '#B8447F', name: msg('Rose') },
  { value: '#C2412D', name: msg('Brick') },
  { value: '#B4632A', name: msg('Copper') },
  { value: '#8A6D1F', name: msg('Ochre') },
] as const;

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Returns `#rgb` and `#rrggbb`, with or without `#`, as `#rrggbb`; null for anything else. */
export function toColor(typed: string): string | null {
  const digits = typed.trim().replace(/^#/, '');
  const long = /^[\da-f]{3}$/i.test(digits) ? digits.replace(/./g, '$&$&') : digits;
  return /^[\da-f]{6}$/i.test(long) ? `#${long.toUpperCase()}` : null;
}

const roundClass = 'block size-9 rounded-full border-4 border-surface outline-2 outline-transparent';
const markClass = 'peer-checked:outline-ink peer-focus-visible:outline-offset-3';

interface ColorChoiceProps {
  value: string;
  onChange: (value: string) => void;
}

/** Suggested colors as radio buttons, or any other color by picker or hex code. */
export function ColorChoice({ value, onChange }: ColorChoiceProps) {
  const isCustom = !spaceColors.some((color) => isSame(color.value, value));
  const [open, setOpen] = useState(false);
  return (
    <fieldset>
      <legend className="field-label mb-2">{t('Color')}</legend>
      <div className="flex flex-wrap gap-3">
        {spaceColors.map((color) => (
          <label key={color.value} className="hit relative block size-9 cursor-pointer" title={t(color.name)}>
            <input
              type="radio"
              name="primary_color"
              value={color.value}
              checked={isSame(value, color.value)}
              onChange={() => {
                setOpen(false);
                onChange(color.value);
              }}
              className="peer sr-only"
            />
            <span className={`${roundClass} ${markClass}`} style={{ background: color.value }} />
            <span className="sr-only">{t(color.name)}</span>
          </label>
        ))}
        <label className="hit relative block size-9 cursor-pointer" title={t('Custom color')}>
          <input
            type="radio"
            name="primary_color"
            value="custom"
            checked={isCustom || open}
            onChange={() => setOpen(true)}
            className="peer sr-only"
          />
          <span
            className={`${roundClass} ${markClass} grid place-content-center bg-sunken text-ink`}
            style={isCustom ? { background: value } : undefined}
          >
            {!isCustom && <Pipette size={16} aria-hidden="true" />}
          </span>
          <span className="sr-only">{t('Custom color')}</span>
        </label>
      </div>
      {(isCustom || open) && <CustomColor value={value} onChange={onChange} />}
    </fieldset>
  );
}

/** A picker, a field for the hex code, and a preview. The field keeps what is typed until it is a color or loses the focus. */
function CustomColor({ value, onChange }: ColorChoiceProps) {
  const [typed, setTyped] = useState<string>();
  const shown = typed ?? value.toUpperCase();
  const choose = (color: string) => {
    setTyped(undefined);
    onChange(color);
  };
  return (
    <div className="mt-3 flex flex-wrap items-end gap-3">
      <input
        type="color"
        aria-label={t('Choose a color')}
        value={value.toLowerCase()}
        onChange={(event) => choose(event.target.value.toUpperCase())}
        className="h-11 w-14 cursor-pointer rounded-md border border-line-strong bg-surface p-1"
      />
      <TextField
        label={t('Hex code')}
        labelHidden
        autoComplete="off"
        spellCheck={false}
        maxLength={7}
        className="w-32"
        value={shown}
        onChange={(event) => {
          setTyped(event.target.value);
          const color = toColor(event.target.value);
          if (color) onChange(color);
        }}
        onBlur={() => setTyped(undefined)}
      />
      <AccentProvider color={value}>
        <span className="inline-flex h-11 items-center gap-3 text-sm">
          <span className="rounded-full bg-accent px-3 py-1 font-medium text-on-accent">{t('Button')}</span>
          <span className="font-medium text-accent-text">{t('Link')}</span>
        </span>
      </AccentProvider>
      <p className="basis-full text-sm text-soft">
        {t('We adjust the shade slightly where it would be hard to read.')}
      </p>
    </div>
  );
}
