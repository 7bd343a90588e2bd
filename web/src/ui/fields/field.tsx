import '#web/styles/lazy/fields.css';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, type Ref, useId } from 'react';
import { cx } from '../cx.ts';

/** Props shared by all fields. */
export interface FieldProps {
  label: ReactNode;
  /** Hides the label visually. */
  labelHidden?: boolean;
  /** Help text below the field. */
  hint?: ReactNode;
  /** Error message; announced, and marks the field as invalid. */
  error?: ReactNode;
  className?: string;
}

/** Returns the IDs and ARIA attributes that connect a control with its label, hint and error. */
export function useFieldIds(
  { hint, error }: Pick<FieldProps, 'hint' | 'error'>,
  fixedId?: string,
  describedBy?: string,
) {
  const generatedId = useId();
  const id = fixedId ?? generatedId;
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  return {
    id,
    labelId: `${id}-label`,
    hintId,
    errorId,
    control: {
      id,
      'aria-invalid': error ? (true as const) : undefined,
      'aria-describedby': cx(describedBy, errorId, hintId),
    },
  };
}

export type FieldIds = ReturnType<typeof useFieldIds>;

/** Layout of a field: label, control, error and hint. `aside` is shown to the right of the label. */
export function FieldFrame({
  ids,
  label,
  labelHidden,
  hint,
  error,
  className,
  aside,
  children,
  nativeLabel = true,
}: FieldProps & { ids: FieldIds; aside?: ReactNode; children: ReactNode; nativeLabel?: boolean }) {
  const Label = nativeLabel ? 'label' : 'span';
  return (
    <div className={cx('field', className)}>
      <div className={labelHidden ? 'sr-only' : 'field-head'}>
        <Label id={ids.labelId} className="field-label" {...(nativeLabel ? { htmlFor: ids.id } : {})}>
          {label}
        </Label>
        {aside}
      </div>
      {children}
      <FieldNotes ids={ids} hint={hint} error={error} />
    </div>
  );
}

/** An error that does not belong to a single field; announced when it appears. */
export function Problem({ children, ref }: { children: ReactNode; ref?: Ref<HTMLParagraphElement> }) {
  return (
    <p ref={ref} className="field-error" role="alert">
      <CircleAlert size={16} aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}

/** Error and hint of a field. */
export function FieldNotes({ ids, hint, error }: { ids: FieldIds } & Pick<FieldProps, 'hint' | 'error'>) {
  return (
    <>
      {/* The live region must exist before its text, otherwise the text is not announced. */}
      <div aria-live="polite" className="contents">
        {error && (
          <p id={ids.errorId} className="field-error">
            <CircleAlert size={16} aria-hidden="true" />
            <span>{error}</span>
          </p>
        )}
      </div>
      {hint && (
        <p id={ids.hintId} className="field-hint">
          {hint}
        </p>
      )}
    </>
  );
}
