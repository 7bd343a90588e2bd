import '#web/styles/lazy/fields.css';
import '#web/styles/lazy/overlays.css';
import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { useLayer } from '../overlays/layers.ts';
import { useAccentStyle } from '../theme/accent-scope.tsx';
import { FieldFrame, type FieldProps, useFieldIds } from './field.tsx';

export interface SelectOption {
  value: string;
  label: string;
  /** A quieter line below. */
  note?: ReactNode;
  disabled?: boolean;
}

export interface SelectProps extends FieldProps {
  options: readonly SelectOption[];
  value?: string | null;
  defaultValue?: string;
  onChange?: (value: string) => void;
  placeholder?: string;
  name?: string;
  id?: string;
  disabled?: boolean;
  required?: boolean;
}

/** Selects one of a few options. Use Combobox for long lists. */
export function Select({
  options,
  value,
  defaultValue,
  onChange,
  placeholder = t('Choose…'),
  name,
  id,
  disabled,
  required,
  ...frame
}: SelectProps) {
  const ids = useFieldIds(frame, id);
  const accent = useAccentStyle();
  const layer = useLayer({});
  return (
    <FieldFrame ids={ids} {...frame} nativeLabel={false}>
      <Base.Root
        {...layer}
        items={options}
        value={value}
        defaultValue={defaultValue}
        onValueChange={(next) => next !== null && onChange?.(next)}
        name={name}
        disabled={disabled}
        required={required}
      >
        <Base.Trigger
          {...ids.control}
          aria-labelledby={`${ids.labelId} ${ids.id}`}
          className="control select"
          data-invalid={frame.error ? '' : undefined}
        >
          <Base.Value className="select-value" placeholder={placeholder} />
          <Base.Icon render={<ChevronDown size={18} aria-hidden="true" />} />
        </Base.Trigger>
        <Base.Portal style={accent}>
          <Base.Positioner className="pop-at" sideOffset={6} alignItemWithTrigger={false}>
            <Base.Popup className="popup min-w-(--anchor-width)">
              <Base.List className="popup-list">
                {options.map((option) => (
                  <Base.Item
                    key={option.value}
                    value={option.value}
                    disabled={option.disabled}
                    className="item"
                  >
                    <span className="min-w-0 flex-1">
                      <Base.ItemText>{option.label}</Base.ItemText>
                      {option.note && <span className="item-note">{option.note}</span>}
                    </span>
                    <Base.ItemIndicator
                      render={<Check size={18} className="item-tick" aria-hidden="true" />}
                    />
                  </Base.Item>
                ))}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </FieldFrame>
  );
}
