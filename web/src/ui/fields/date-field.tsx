import { CalendarDays, Clock } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { IconButton } from '../icon-button.tsx';
import { useMediaQuery } from '../use-media-query.ts';
import { formatClock, formatDay, parseClock, parseDay, shiftClock, shiftDay } from './date-text.ts';
import type { FieldProps } from './field.tsx';
import { TextField } from './text-field.tsx';

interface MomentFieldProps extends FieldProps {
  /** A day as `2026-11-22`, or a time as `18:30`; empty for none. */
  value: string;
  /** Called with such a value, or with an empty text, while people type and choose. */
  onChange: (value: string) => void;
  /** Called with the value once people have finished: they leave the field, press Enter, or choose in the browser's picker. */
  onCommit?: (value: string) => void;
  required?: boolean;
  /** The first and last value that the browser's picker offers. */
  min?: string;
  max?: string;
}

interface MomentKind {
  type: 'date' | 'time';
  format: (value: string) => string;
  parse: (text: string) => string | null;
  /** The next value for an arrow key. */
  step: (value: string, by: 1 | -1) => string;
  example: string;
  /** Whether a text says everything, so that it counts while people are still typing. */
  isComplete: (text: string) => boolean;
  pickerLabel: () => string;
  icon: ReactNode;
}

const dayKind: MomentKind = {
  type: 'date',
  format: formatDay,
  parse: parseDay,
  step: shiftDay,
  example: '2026-12-31',
  isComplete: (text) => /\d{4}/.test(text),
  pickerLabel: () => t('Choose a date'),
  icon: <CalendarDays size={18} aria-hidden="true" />,
};

const stepMinutes = 15;
const clockKind: MomentKind = {
  type: 'time',
  format: formatClock,
  parse: parseClock,
  step: (clock, by) => shiftClock(clock, by * stepMinutes),
  example: '18:30',
  isComplete: (text) => /\d\D\d\d/.test(text),
  pickerLabel: () => t('Choose a time'),
  icon: <Clock size={18} aria-hidden="true" />,
};

const isValue = (kind: MomentKind, value: string) => kind.parse(value) !== null;

/**
 * A day or a time in the reader's format, like everywhere else on the page: the browser's own fields take theirs from the
 * device. Touchscreens get the browser's field, because its picker is the easiest to use there.
 */
function MomentField({
  kind,
  value,
  onChange,
  onCommit,
  min,
  max,
  ...field
}: MomentFieldProps & { kind: MomentKind }) {
  const [typed, setTyped] = useState<string | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const isTouch = useMediaQuery('(pointer: coarse)');
  const native = { type: kind.type, value, min, max };
  const choose = (chosen: string) => {
    onChange(chosen);
    onCommit?.(chosen);
  };
  if (isTouch)
    return (
      <NativeField
        {...field}
        {...native}
        onChange={onChange}
        onChoose={choose}
        onLeave={(left) => onCommit?.(left)}
      />
    );
  const finish = () => {
    const parsed = typed === null ? null : kind.parse(typed);
    if (parsed !== null && parsed !== value) onChange(parsed);
    setTyped(null);
    onCommit?.(parsed ?? value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') finish();
    if ((event.key !== 'ArrowUp' && event.key !== 'ArrowDown') || !isValue(kind, value)) return;
    event.preventDefault();
    setTyped(null);
    onChange(kind.step(value, event.key === 'ArrowUp' ? 1 : -1));
  };
  return (
    <TextField
      {...field}
      autoComplete="off"
      spellCheck={false}
      placeholder={kind.format(kind.example)}
      value={typed ?? (isValue(kind, value) ? kind.format(value) : value)}
      onChange={({ target }) => {
        setTyped(target.value);
        const parsed = target.value.trim() === '' ? '' : kind.parse(target.value);
        if (parsed !== null && (parsed === '' || kind.isComplete(target.value))) onChange(parsed);
      }}
      onBlur={finish}
      onKeyDown={onKeyDown}
      suffix={
        <span className="relative -mr-2">
          {/* Only its picker is used, which opens below it. */}
          <input
            {...native}
            ref={picker}
            aria-hidden="true"
            tabIndex={-1}
            className="pointer-events-none absolute inset-0 opacity-0"
            onChange={({ target }) => {
              setTyped(null);
              choose(target.value);
            }}
          />
          <IconButton label={kind.pickerLabel()} size="sm" onClick={() => picker.current?.showPicker()}>
            {kind.icon}
          </IconButton>
        </span>
      }
    />
  );
}

interface NativeFieldProps extends FieldProps, Pick<MomentFieldProps, 'value' | 'onChange' | 'min' | 'max'> {
  type: 'date' | 'time';
  /** Called instead of `onChange` unless people type the parts of the value one after the other. */
  onChoose: (value: string) => void;
  onLeave: (value: string) => void;
}

/** The browser's field. A component of its own, so that no input keeps its text while it becomes one. */
function NativeField({ onChange, onChoose, onLeave, ...field }: NativeFieldProps) {
  const isTyping = useRef(false);
  return (
    <TextField
      {...field}
      onKeyDown={() => {
        isTyping.current = true;
      }}
      onChange={({ target }) => (isTyping.current ? onChange : onChoose)(target.value)}
      onBlur={({ target }) => {
        isTyping.current = false;
        onLeave(target.value);
      }}
    />
  );
}

/** A day. Arrow keys go to the next or previous one. */
export function DateField(props: MomentFieldProps) {
  return <MomentField {...props} kind={dayKind} />;
}

/** A time of day. Arrow keys go on or back by 15 minutes. */
export function TimeField(props: MomentFieldProps) {
  return <MomentField {...props} kind={clockKind} />;
}
