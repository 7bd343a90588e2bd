import { msg, t } from '#contract/i18n/translate.ts';
import { RadioGroup } from '#web/ui/fields/choice.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

/** Initial monthly price of a paid space, in dollars. */
const defaultPrice = 10;
const prices = [
  { value: 'free', label: msg('Free') },
  { value: 'paid', label: msg('Paid monthly') },
] as const;

interface PriceFieldProps {
  name: string;
  /** Dollars per month; null if the space is free, and NaN while the field is empty. */
  value: number | null;
  onChange: (value: number | null) => void;
  onBlur: () => void;
  error: string | undefined;
}

/** Free or paid, and the monthly price of a paid space. */
export function PriceField({ name, value, onChange, onBlur, error }: PriceFieldProps) {
  return (
    <div className="flex flex-col gap-3">
      <RadioGroup
        label={t('Price')}
        options={prices.map((price) => ({ ...price, label: t(price.label) }))}
        value={value === null ? 'free' : 'paid'}
        onChange={(kind) => onChange(kind === 'paid' ? defaultPrice : null)}
      />
      {value !== null && (
        <TextField
          label={t('Price per month')}
          type="number"
          inputMode="decimal"
          min={1}
          max={999}
          step={0.01}
          prefix="$"
          className="max-w-48"
          name={name}
          value={Number.isNaN(value) ? '' : value}
          onChange={(event) => onChange(event.target.valueAsNumber)}
          onBlur={onBlur}
          error={Number.isNaN(value) ? t('Price must be at least 1') : error}
        />
      )}
    </div>
  );
}
