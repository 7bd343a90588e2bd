import '#web/styles/lazy/access.css';
import { maxAccessDays } from '#contract/features/access/access-items.ts';
import { t } from '#contract/i18n/translate.ts';
import { highestLevel } from '#contract/values/levels.ts';
import { Checkbox } from '#web/ui/fields/choice.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import type { SupposedMember } from './supposed-member.ts';

interface MemberFieldsProps {
  member: SupposedMember;
  onChange: (changes: Partial<SupposedMember>) => void;
}

/** What a preview supposes about a member. */
export function MemberFields({ member, onChange }: MemberFieldsProps) {
  return (
    <>
      <div className="access-many">
        <Select
          label={t('Level')}
          options={Array.from({ length: highestLevel }, (_, index) => ({
            value: String(index + 1),
            label: t('Level {level}', { level: index + 1 }),
          }))}
          value={String(member.level)}
          onChange={(level) => onChange({ level: Number(level) })}
        />
        <TextField
          label={t('Days since joining')}
          type="number"
          inputMode="numeric"
          min={0}
          max={maxAccessDays}
          value={String(member.days)}
          onChange={({ target }) =>
            onChange({ days: Math.min(maxAccessDays, Math.max(0, Math.trunc(Number(target.value) || 0))) })
          }
        />
      </div>
      <div className="grid gap-1">
        <Checkbox
          label={t('Pays for the space')}
          checked={member.is_paying}
          onChange={({ target }) => onChange({ is_paying: target.checked })}
        />
        <Checkbox
          label={t('Was given access to everything')}
          checked={member.is_granted}
          onChange={({ target }) => onChange({ is_granted: target.checked })}
        />
        <Checkbox
          label={t('Has completed what comes first')}
          checked={member.has_completed}
          onChange={({ target }) => onChange({ has_completed: target.checked })}
        />
      </div>
    </>
  );
}
