import '#web/styles/lazy/fields.css';
import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { FieldFrame, type FieldProps, useFieldIds } from './field.tsx';
import { chainHandlers, useCharacterLimit } from './use-character-limit.ts';

export interface TextAreaProps extends FieldProps, Omit<ComponentProps<'textarea'>, 'className' | 'ref'> {
  /** Visible lines when empty. Default 3. */
  rows?: number;
  /** Maximum length in characters, not UTF-16 units. */
  maxLength?: number;
  /** Number of lines after which it scrolls instead of growing. Default 14. */
  maxRows?: number;
}

const LINE_PX = 26;
const PADDING_PX = 18;

/** A text area that grows with its content. */
export function TextArea({
  label,
  labelHidden,
  hint,
  error,
  className,
  rows = 3,
  maxRows = 14,
  id,
  maxLength,
  onInput,
  onFocus,
  onChange,
  onCompositionStart,
  onCompositionEnd,
  'aria-describedby': describedBy,
  ...area
}: TextAreaProps) {
  const ids = useFieldIds({ hint, error }, id, describedBy);
  const limit = useCharacterLimit<HTMLTextAreaElement>(maxLength);
  const box = useRef<HTMLTextAreaElement>(null);
  const grow = () => {
    const element = box.current;
    // Browsers with `field-sizing` do this in CSS (styles/lazy/fields.css).
    if (!element || globalThis.CSS?.supports?.('field-sizing', 'content')) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  };
  useLayoutEffect(grow);
  return (
    <FieldFrame {...{ ids, label, labelHidden, hint, error, className }}>
      <div
        className="control"
        data-invalid={error ? '' : undefined}
        data-disabled={area.disabled ? '' : undefined}
      >
        <textarea
          {...area}
          {...ids.control}
          ref={box}
          rows={rows}
          style={{ minHeight: rows * LINE_PX + PADDING_PX, maxHeight: maxRows * LINE_PX + PADDING_PX }}
          onInput={chainHandlers(grow, onInput)}
          onFocus={chainHandlers(limit.recordValue, onFocus)}
          onChange={chainHandlers(limit.keep, onChange)}
          onCompositionStart={chainHandlers(limit.recordValue, onCompositionStart)}
          onCompositionEnd={chainHandlers(limit.limitComposed, onCompositionEnd)}
        />
      </div>
    </FieldFrame>
  );
}
