import '#web/styles/lazy/fields.css';
import '#web/styles/lazy/access.css';
import { useState } from 'react';
import { maxAccessDays } from '#contract/features/access/access-items.ts';
import { t } from '#contract/i18n/translate.ts';
import { highestLevel } from '#contract/values/levels.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

interface GiveToManyProps {
  isSending: boolean;
  onGive: (filter: { min_level: number; min_days: number }) => void;
}

/** Gives access to all members who meet a filter. */
export function GiveToMany({ isSending, onGive }: GiveToManyProps) {
  const [level, setLevel] = useState('1');
  const [days, setDays] = useState('0');
  const min_days = Number(days);
  const isValid = days !== '' && Number.isInteger(min_days) && min_days >= 0 && min_days <= maxAccessDays;
  return (
    <fieldset className="access-many">
      <legend className="field-label mb-1.5">{t('Give access to all members')}</legend>
      <Select
        label={t('From level')}
        options={Array.from({ length: highestLevel }, (_, index) => ({
          value: String(index + 1),
          label: t('Level {level}', { level: index + 1 }),
        }))}
        value={level}
        onChange={setLevel}
      />
      <TextField
        label={t('Days since joining')}
        type="number"
        inputMode="numeric"
        min={0}
        max={maxAccessDays}
        value={days}
        error={!isValid && t('Enter a number from 0 to {max, number}.', { max: maxAccessDays })}
        onChange={({ target }) => setDays(target.value)}
      />
      <Button
        loading={isSending}
        disabled={!isValid}
        onClick={() => onGive({ min_level: Number(level), min_days })}
      >
        {t('Give access')}
      </Button>
    </fieldset>
  );
}
