import { Plus, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type Message, msg, t } from '#contract/i18n/translate.ts';
import { maxPollOptions } from '#contract/values/limits.ts';
import { Button } from '#web/ui/button.tsx';
import { Switch } from '#web/ui/fields/choice.tsx';
import { DateField, TimeField } from '#web/ui/fields/date-field.tsx';
import { FieldNotes, useFieldIds } from '#web/ui/fields/field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { PollDraft, PollProblem } from './poll-draft.ts';

interface PollFieldsProps {
  poll: PollDraft;
  onChange: (poll: PollDraft) => void;
  onRemove?: () => void;
  problem?: PollProblem;
  /** Voting has started; only the end date can change. */
  isFixed?: boolean;
}

/** Returns the day and the clock of an ISO time in the browser's time zone, as date and time fields take them. */
function toLocal(time: string | null): { day: string; clock: string } {
  if (time === null) return { day: '', clock: '' };
  const at = new Date(time);
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString();
  return { day: local.slice(0, 10), clock: local.slice(11, 16) };
}

/** Form fields for the question, options and settings of a poll. */
export function PollFields({ poll, onChange, onRemove, problem, isFixed = false }: PollFieldsProps) {
  const change = (changes: Partial<PollDraft>) => onChange({ ...poll, ...changes });
  const errorAt = (at: PollProblem['at']) => (problem?.at === at ? problem.text : undefined);
  return (
    <fieldset className="flex flex-col gap-3 border-t border-line pt-4">
      <legend className="sr-only">{t('Poll')}</legend>
      <TextField
        label={t('Question')}
        aside={
          onRemove && (
            <IconButton label={t('Remove poll')} size="sm" className="-my-1.5 -mr-1.5" onClick={onRemove}>
              <X size={18} aria-hidden="true" />
            </IconButton>
          )
        }
        value={poll.question}
        onChange={(event) => change({ question: event.target.value })}
        error={errorAt('question')}
        placeholder={t('What do you want to know?')}
        maxLength={200}
        disabled={isFixed}
        autoComplete="off"
      />
      <OptionFields
        options={poll.options}
        onChange={(options) => change({ options })}
        error={errorAt('options')}
        isFixed={isFixed}
      />
      <Switch
        label={t('Allow multiple answers')}
        checked={poll.multiple}
        disabled={isFixed}
        onChange={(event) => change({ multiple: event.target.checked })}
      />
      <PollEnd
        closesAt={poll.closes_at}
        onChange={(closes_at) => change({ closes_at })}
        error={errorAt('closes_at')}
      />
      {isFixed && (
        <p className="text-sm text-soft">
          {t("The question and options can't be changed once voting has started.")}
        </p>
      )}
    </fieldset>
  );
}

interface OptionFieldsProps {
  options: string[];
  onChange: (options: string[]) => void;
  error: string | undefined;
  isFixed: boolean;
}

/** The options of a poll; the field of an added one receives the focus. */
function OptionFields({ options, onChange, error, isFixed }: OptionFieldsProps) {
  const notes = useFieldIds({ error });
  const list = useRef<HTMLUListElement>(null);
  const isAdding = useRef(false);
  const count = options.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after an option was added.
  useEffect(() => {
    if (isAdding.current) list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus();
    isAdding.current = false;
  }, [count]);
  return (
    <>
      <ul ref={list} className="flex flex-col gap-2">
        {options.map((option, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: options are identified by their position.
          <li key={index} className="flex items-center gap-2">
            <TextField
              label={t('Option {number}', { number: index + 1 })}
              labelHidden
              className="flex-1"
              value={option}
              placeholder={t('Option {number}', { number: index + 1 })}
              maxLength={100}
              aria-describedby={notes.errorId}
              disabled={isFixed}
              autoComplete="off"
              onChange={(event) => onChange(options.with(index, event.target.value))}
            />
            {options.length > 2 && !isFixed && (
              <IconButton
                label={t('Remove option {number}', { number: index + 1 })}
                size="sm"
                onClick={() => onChange(options.filter((_one, at) => at !== index))}
              >
                <X size={18} aria-hidden="true" />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      <FieldNotes ids={notes} error={error} />
      {options.length < maxPollOptions && !isFixed && (
        <Button
          variant="quiet"
          size="sm"
          className="-ml-2.5 self-start"
          icon={<Plus size={16} aria-hidden="true" />}
          onClick={() => {
            isAdding.current = true;
            onChange([...options, '']);
          }}
        >
          {t('Add option')}
        </Button>
      )}
    </>
  );
}

/** When a poll ends, in days from now. */
const durations: Record<string, { label: Message; days: number }> = {
  day: { label: msg('1 day'), days: 1 },
  days: { label: msg('3 days'), days: 3 },
  week: { label: msg('1 week'), days: 7 },
};
const dayInMs = 24 * 60 * 60_000;
/** The time at which a poll ends on a day that is chosen without one. */
const defaultClock = '18:00';

interface PollEndProps {
  closesAt: string | null;
  onChange: (closesAt: string | null) => void;
  error: string | undefined;
}

/** When the poll ends: never, after some days, or at any time. A saved end is shown as a date. */
function PollEnd({ closesAt, onChange, error }: PollEndProps) {
  /** What was chosen here, and the end at that time: another end, such as that of another device, overrules it. */
  const [chosen, setChosen] = useState<{ choice: string; closesAt: string | null }>();
  const derived = closesAt === null ? 'never' : 'custom';
  const choice = chosen && chosen.closesAt === closesAt ? chosen.choice : derived;
  const isCustom = choice === 'custom';
  const change = (next: string, end: string | null) => {
    setChosen({ choice: next, closesAt: end });
    onChange(end);
  };
  const { day, clock } = toLocal(closesAt);
  const changeEnd = (day: string, clock: string) =>
    change('custom', day ? new Date(`${day}T${clock}`).toISOString() : null);
  const choose = (next: string) => {
    const days = durations[next]?.days;
    if (days !== undefined) change(next, new Date(Date.now() + days * dayInMs).toISOString());
    else change(next, next === 'never' ? null : closesAt);
  };
  return (
    <div className="flex flex-wrap gap-3">
      <Select
        label={t('Ends')}
        className="w-40"
        options={[
          { value: 'never', label: t('Never') },
          ...Object.entries(durations).map(([value, { label }]) => ({ value, label: t(label) })),
          { value: 'custom', label: t('Custom') },
        ]}
        value={choice}
        onChange={choose}
        error={isCustom ? undefined : error}
      />
      {isCustom && (
        <>
          <DateField
            label={t('End date')}
            className="w-44"
            error={error}
            hint={closesAt === null ? t('Without a date, the poll never ends.') : undefined}
            value={day}
            onChange={(next) => changeEnd(next, clock || defaultClock)}
          />
          {day && (
            <TimeField
              label={t('End time')}
              className="w-36"
              value={clock}
              onChange={(next) => next && changeEnd(day, next)}
            />
          )}
        </>
      )}
    </div>
  );
}
