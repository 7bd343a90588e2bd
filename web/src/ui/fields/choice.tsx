import '#web/styles/lazy/fields.css';
import { type ComponentProps, Fragment, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { cx } from '../cx.ts';
import { FieldNotes, useFieldIds } from './field.tsx';

interface ChoiceProps extends Omit<ComponentProps<'input'>, 'type' | 'ref'> {
  label: ReactNode;
  /** A second, quieter line. */
  hint?: ReactNode;
  error?: ReactNode;
}

/** Shared row of checkbox, switch and radio button: control, label, hint. The whole row can be pressed. */
function Choice({
  kind,
  label,
  hint,
  error,
  id,
  className,
  inputRef,
  'aria-describedby': describedBy,
  ...input
}: ChoiceProps & {
  kind: 'checkbox' | 'switch' | 'radio';
  inputRef?: React.Ref<HTMLInputElement>;
}) {
  const ids = useFieldIds({ hint, error }, id, describedBy);
  return (
    <div className={cx('choice', className)} data-kind={kind}>
      <input
        {...input}
        {...ids.control}
        ref={inputRef}
        type={kind === 'radio' ? 'radio' : 'checkbox'}
        role={kind === 'switch' ? 'switch' : undefined}
      />
      <div className="min-w-0">
        <label htmlFor={ids.id}>{label}</label>
        <FieldNotes ids={ids} hint={hint} error={error} />
      </div>
    </div>
  );
}

export interface CheckboxProps extends ChoiceProps {
  /** Neither checked nor unchecked, because only some of its items are checked. */
  indeterminate?: boolean;
}

/** A checkbox. Accepts the props of `<input type="checkbox">`. */
export function Checkbox({ indeterminate = false, ...rest }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate;
  });
  return <Choice {...rest} kind="checkbox" inputRef={input} />;
}

/** A setting that takes effect immediately. Label on the left, switch on the right. */
export function Switch(props: ChoiceProps) {
  return <Choice {...props} kind="switch" />;
}

export interface RadioOption {
  value: string;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
  /** Shown above this option: what it and those below have in common. */
  heading?: ReactNode;
}

export interface RadioGroupProps {
  label: ReactNode;
  options: readonly RadioOption[];
  value?: string;
  defaultValue?: string;
  onChange?: (value: string) => void;
  hint?: ReactNode;
  error?: ReactNode;
  disabled?: boolean;
}

/** One choice of several. Arrow keys move and select. */
export function RadioGroup({
  label,
  options,
  value,
  defaultValue,
  onChange,
  hint,
  error,
  disabled,
}: RadioGroupProps) {
  const name = useId();
  const ids = useFieldIds({ hint, error });
  return (
    <fieldset className="field" disabled={disabled} aria-describedby={ids.control['aria-describedby']}>
      <legend className="field-label mb-1.5">{label}</legend>
      {options.map((option) => (
        <Fragment key={option.value}>
          {option.heading && <p className="mt-1 text-sm font-medium text-soft">{option.heading}</p>}
          <Choice
            kind="radio"
            name={name}
            value={option.value}
            label={option.label}
            hint={option.hint}
            disabled={option.disabled}
            {...(value === undefined
              ? { defaultChecked: option.value === defaultValue }
              : { checked: option.value === value })}
            onChange={() => onChange?.(option.value)}
          />
        </Fragment>
      ))}
      <FieldNotes ids={ids} hint={hint} error={error} />
    </fieldset>
  );
}
