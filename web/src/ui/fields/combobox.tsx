import '#web/styles/lazy/fields.css';
import '#web/styles/lazy/overlays.css';
import { Combobox as Base } from '@base-ui/react/combobox';
import { Check, ChevronDown, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { useLayer } from '../overlays/layers.ts';
import { Spinner } from '../spinner.tsx';
import { useAccentStyle } from '../theme/accent-scope.tsx';
import { FieldFrame, type FieldIds, type FieldProps, useFieldIds } from './field.tsx';

export interface ComboboxOption {
  value: string;
  label: string;
  /** Shown before the label, such as an Avatar. */
  icon?: ReactNode;
  /** Shown below the label in smaller, lighter text. */
  note?: ReactNode;
}

interface SharedProps extends FieldProps {
  /** The options. With `onSearch` the caller filters them; otherwise they are filtered by the typed text. */
  options: readonly ComboboxOption[];
  /** Called when the typed text changes, to search on the server. */
  onSearch?: (text: string) => void;
  /** A search is in progress. */
  loading?: boolean;
  placeholder?: string;
  /** Shown when no option matches. */
  emptyText?: string;
  name?: string;
  id?: string;
  disabled?: boolean;
}

export interface ComboboxProps extends SharedProps {
  value?: ComboboxOption | null;
  defaultValue?: ComboboxOption | null;
  onChange?: (value: ComboboxOption | null) => void;
}

export interface MultiComboboxProps extends SharedProps {
  value?: ComboboxOption[];
  defaultValue?: ComboboxOption[];
  onChange?: (value: ComboboxOption[]) => void;
}

const isSameOption = (one: ComboboxOption, two: ComboboxOption) => one.value === two.value;

/** Selects one of many options by typing. */
export function Combobox({ value, defaultValue, onChange, ...shared }: ComboboxProps) {
  const ids = useFieldIds(shared, shared.id);
  const layer = useLayer({});
  return (
    <FieldFrame ids={ids} {...toFrame(shared)}>
      <Base.Root
        {...toRootProps(shared)}
        {...layer}
        value={value}
        defaultValue={defaultValue}
        onValueChange={onChange}
      >
        <InputBox shared={shared}>
          <Base.Input {...ids.control} aria-labelledby={ids.labelId} placeholder={shared.placeholder} />
          {!shared.disabled && (
            <Base.Clear
              className="btn hit combo-clear"
              data-variant="quiet"
              data-size="sm"
              data-square=""
              aria-label={t('Clear')}
            >
              <X size={16} aria-hidden="true" />
            </Base.Clear>
          )}
        </InputBox>
        <OptionsPopup shared={shared} />
      </Base.Root>
    </FieldFrame>
  );
}

/** Selects several of many options; each is a chip in the field. Backspace removes the last one. */
export function MultiCombobox({ value, defaultValue, onChange, ...shared }: MultiComboboxProps) {
  const ids = useFieldIds(shared, shared.id);
  const layer = useLayer({});
  return (
    <FieldFrame ids={ids} {...toFrame(shared)}>
      <Base.Root
        multiple
        {...toRootProps(shared)}
        {...layer}
        value={value}
        defaultValue={defaultValue}
        onValueChange={onChange}
      >
        <InputBox shared={shared}>
          <Base.Chips className="chips">
            <Base.Value>
              {(selected: ComboboxOption[]) => (
                <Chips selected={selected} ids={ids} placeholder={shared.placeholder} />
              )}
            </Base.Value>
          </Base.Chips>
        </InputBox>
        <OptionsPopup shared={shared} />
      </Base.Root>
    </FieldFrame>
  );
}

function Chips({
  selected,
  ids,
  placeholder,
}: {
  selected: ComboboxOption[];
  ids: FieldIds;
  placeholder?: string;
}) {
  return (
    <>
      {selected.map((option) => (
        <Base.Chip key={option.value} className="chosen" aria-label={option.label}>
          {option.label}
          <Base.ChipRemove className="chosen-x hit" aria-label={t('Remove {label}', { label: option.label })}>
            <X size={14} aria-hidden="true" />
          </Base.ChipRemove>
        </Base.Chip>
      ))}
      <Base.Input
        {...ids.control}
        aria-labelledby={ids.labelId}
        placeholder={selected.length === 0 ? placeholder : undefined}
      />
    </>
  );
}

function toFrame({ label, labelHidden, hint, error, className }: SharedProps): FieldProps {
  return { label, labelHidden, hint, error, className };
}

function toRootProps({ options, onSearch, name, disabled }: SharedProps) {
  return {
    items: options,
    isItemEqualToValue: isSameOption,
    filter: onSearch ? null : undefined,
    onInputValueChange: onSearch,
    name,
    disabled,
  };
}

function InputBox({ shared, children }: { shared: SharedProps; children: ReactNode }) {
  return (
    <Base.InputGroup className="control" data-invalid={shared.error ? '' : undefined}>
      {children}
      {shared.loading ? (
        <span className="control-affix">
          <Spinner />
        </span>
      ) : (
        <Base.Trigger
          className="btn hit"
          data-variant="quiet"
          data-size="sm"
          data-square=""
          aria-label={t('Show options')}
        >
          <ChevronDown size={18} aria-hidden="true" />
        </Base.Trigger>
      )}
    </Base.InputGroup>
  );
}

function OptionsPopup({ shared }: { shared: SharedProps }) {
  const accent = useAccentStyle();
  return (
    <Base.Portal style={accent}>
      <Base.Positioner className="pop-at" sideOffset={6}>
        <Base.Popup className="popup w-(--anchor-width)">
          <Base.Empty className="popup-empty">
            {shared.loading ? t('Searching…') : (shared.emptyText ?? t('No results'))}
          </Base.Empty>
          <Base.List className="popup-list">
            {(option: ComboboxOption) => (
              <Base.Item key={option.value} value={option} className="item">
                {option.icon}
                <span className="min-w-0 flex-1">
                  {option.label}
                  {option.note && <span className="item-note">{option.note}</span>}
                </span>
                <Base.ItemIndicator render={<Check size={18} className="item-tick" aria-hidden="true" />} />
              </Base.Item>
            )}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}
