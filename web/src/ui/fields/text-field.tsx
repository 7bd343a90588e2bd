import '#web/styles/lazy/fields.css';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { IconButton } from '../icon-button.tsx';
import { FieldFrame, type FieldProps, useFieldIds } from './field.tsx';
import { chainHandlers, useCharacterLimit } from './use-character-limit.ts';

export interface TextFieldProps
  extends FieldProps,
    Omit<ComponentProps<'input'>, 'prefix' | 'className' | 'size'> {
  /** Shown inside the field before the text, such as `hearth.app/`. */
  prefix?: ReactNode;
  /** Shown inside the field after the text. */
  suffix?: ReactNode;
  /** Maximum length in characters, not UTF-16 units. */
  maxLength?: number;
  /** Shown to the right of the label, such as "Forgot password?". */
  aside?: ReactNode;
}

/** A single-line text field with label, hint and error. `type="password"` gets a button that reveals the password. */
export function TextField({
  label,
  labelHidden,
  hint,
  error,
  className,
  prefix,
  suffix,
  aside,
  type = 'text',
  id,
  maxLength,
  onFocus,
  onChange,
  onCompositionStart,
  onCompositionEnd,
  'aria-describedby': describedBy,
  ...input
}: TextFieldProps) {
  const ids = useFieldIds({ hint, error }, id, describedBy);
  const limit = useCharacterLimit<HTMLInputElement>(maxLength);
  const [shown, setShown] = useState(false);
  const isPassword = type === 'password';
  return (
    <FieldFrame {...{ ids, label, labelHidden, hint, error, className, aside }}>
      <div
        className="control"
        data-invalid={error ? '' : undefined}
        data-disabled={input.disabled ? '' : undefined}
      >
        {prefix && <span className="control-affix">{prefix}</span>}
        <input
          {...input}
          {...ids.control}
          type={isPassword && shown ? 'text' : type}
          onFocus={chainHandlers(limit.recordValue, onFocus)}
          onChange={chainHandlers(limit.keep, onChange)}
          onCompositionStart={chainHandlers(limit.recordValue, onCompositionStart)}
          onCompositionEnd={chainHandlers(limit.limitComposed, onCompositionEnd)}
        />
        {suffix && <span className="control-affix">{suffix}</span>}
        {isPassword && (
          <IconButton
            label={shown ? t('Hide password') : t('Show password')}
            size="sm"
            disabled={input.disabled}
            aria-controls={ids.id}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />}
          </IconButton>
        )}
      </div>
    </FieldFrame>
  );
}
