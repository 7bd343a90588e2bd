import '#web/styles/lazy/access.css';
import { X } from 'lucide-react';
import type { AccessRule } from '#contract/features/access/access.ts';
import { maxAccessDays } from '#contract/features/access/access-items.ts';
import { t } from '#contract/i18n/translate.ts';
import { highestLevel } from '#contract/values/levels.ts';
import { DateField, TimeField } from '#web/ui/fields/date-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { TargetOption, Targets } from '../item-access.ts';
import { useCourseTargets } from '../use-course-targets.ts';
import { type RuleDraft, toRule } from './rule-draft.ts';

/** Where access is given by hand: beside the rules, in the menu of the item, or there once it exists. */
export type Giving = 'here' | 'menu' | 'later';

const givingText: Record<Giving, () => string> = {
  here: () => t('Choose the members under Members.'),
  menu: () => t('Choose the members under Who can open it, in its menu.'),
  later: () => t('Choose the members once it exists, under Who can open it.'),
};
const buyingText: Record<Giving, () => string> = {
  here: () => t('Until things can be bought here, give access under Members.'),
  menu: () => t('Until things can be bought here, give access under Who can open it, in its menu.'),
  later: () => t('Until things can be bought here, give access once it exists, under Who can open it.'),
};

interface RuleFieldsProps {
  rule: RuleDraft;
  /** Its position in the list, from 1. */
  number: number;
  /** What can be required to be completed; null where nothing can. */
  targets: Targets | null;
  giving: Giving;
  showsProblems: boolean;
  /** Null removes the rule. */
  onChange: (rule: RuleDraft | null) => void;
}

const kindOptions = (): { value: AccessRule['kind']; label: string }[] => [
  { value: 'level', label: t('Level') },
  { value: 'days', label: t('Days since joining') },
  { value: 'date', label: t('Date') },
  { value: 'prerequisite', label: t('Something completed') },
  { value: 'plan', label: t('Paying members') },
  { value: 'purchase', label: t('Bought') },
  { value: 'grant', label: t('Access given by hand') },
];

/** The fields of one rule. */
export function RuleFields(props: RuleFieldsProps) {
  const { rule, number, targets, onChange } = props;
  const kinds = kindOptions().filter(
    ({ value }) => value !== 'prerequisite' || targets !== null || rule.kind === value,
  );
  return (
    <li className="access-rule">
      <div className="access-rule-fields">
        <Select
          label={t('Rule {number}', { number })}
          options={kinds}
          value={rule.kind}
          onChange={(value) => {
            const kind = kinds.find((one) => one.value === value)?.value;
            if (kind) onChange({ ...rule, kind });
          }}
        />
        <Values {...props} />
      </div>
      <IconButton label={t('Remove rule {number}', { number })} size="sm" onClick={() => onChange(null)}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </li>
  );
}

function Values({ rule, targets, giving, showsProblems, onChange }: Omit<RuleFieldsProps, 'number'>) {
  const isMissing = showsProblems && toRule(rule) === null;
  switch (rule.kind) {
    case 'level':
      return (
        <Select
          label={t('From level')}
          options={Array.from({ length: highestLevel - 1 }, (_, index) => ({
            value: String(index + 2),
            label: t('Level {level}', { level: index + 2 }),
          }))}
          value={rule.level}
          onChange={(level) => onChange({ ...rule, level })}
        />
      );
    case 'days':
      return (
        <TextField
          label={t('Days')}
          type="number"
          inputMode="numeric"
          min={1}
          max={maxAccessDays}
          value={rule.days}
          error={isMissing && t('Enter a number from 1 to {max, number}.', { max: maxAccessDays })}
          onChange={({ target }) => onChange({ ...rule, days: target.value })}
        />
      );
    case 'date':
      return (
        <div className="access-rule-moment">
          <DateField
            label={t('Date')}
            value={rule.day}
            error={isMissing && t('Choose a date.')}
            onChange={(day) => onChange({ ...rule, day })}
          />
          <TimeField
            label={t('Time')}
            value={rule.clock}
            onChange={(clock) => onChange({ ...rule, clock })}
          />
        </div>
      );
    case 'prerequisite':
      return (
        <TargetField
          targets={targets}
          value={rule.target}
          error={isMissing && t('Choose a course or a page.')}
          onChange={(target) => onChange({ ...rule, target })}
        />
      );
    case 'plan':
      return <p className="text-sm text-soft">{t('In paid spaces, once the trial is over.')}</p>;
    case 'purchase':
      return <p className="text-sm text-soft">{buyingText[giving]()}</p>;
    case 'grant':
      return <p className="text-sm text-soft">{givingText[giving]()}</p>;
  }
}

interface TargetFieldProps {
  targets: Targets | null;
  value: string;
  error: string | false;
  onChange: (target: string) => void;
}

/** What must be completed first. The courses are requested once it's shown. */
function TargetField({ targets, ...field }: TargetFieldProps) {
  return targets ? <LoadedTargets targets={targets} {...field} /> : <TargetSelect options={[]} {...field} />;
}

function LoadedTargets({ targets, ...field }: TargetFieldProps & { targets: Targets }) {
  const { options, isError } = useCourseTargets(targets.space_id);
  if (!options)
    return (
      <Select
        label={t('To complete first')}
        options={[]}
        value={null}
        placeholder={t('Loading')}
        disabled
        error={isError && t("Couldn't load the courses")}
      />
    );
  const courses = options.filter(({ value }) => value !== `course:${targets.except_course_id}`);
  return <TargetSelect options={[...courses, ...(targets.pages ?? [])]} {...field} />;
}

interface TargetSelectProps extends Omit<TargetFieldProps, 'targets'> {
  options: TargetOption[];
}

function TargetSelect({ options, value, error, onChange }: TargetSelectProps) {
  const known = value === '' || options.some((option) => option.value === value);
  return (
    <Select
      label={t('To complete first')}
      options={known ? options : [{ value, label: t("Something that's no longer shown") }, ...options]}
      value={value === '' ? null : value}
      error={error}
      onChange={onChange}
    />
  );
}
