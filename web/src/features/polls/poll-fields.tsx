import { Plus, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { maxPollOptions } from '#contract/values/limits.ts';
import { Button } from '#web/ui/button.tsx';
import { Switch } from '#web/ui/fields/choice.tsx';
import { FieldNotes, useFieldIds } from '#web/ui/fields/field.tsx';
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

/** Converts an ISO time to the local value of a `datetime-local` input. */
function toLocalField(time: string | null): string {
  if (time === null) return '';
  const at = new Date(time);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Form fields for the question, options and settings of a poll. */
export function PollFields({ poll, onChange, onRemove, problem, isFixed = false }: PollFieldsProps) {
  const change = (changes: Partial<PollDraft>) => onChange({ ...poll, ...changes });
  const errorAt = (at: PollProblem['at']) => (problem?.at === at ? problem.text : undefined);
  return (
    <fieldset className="flex flex-col gap-3 rounded-md bg-sunken p-4">
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
      <TextField
        label={t('End date (optional)')}
        type="datetime-local"
        className="max-w-64"
        error={errorAt('closes_at')}
        value={toLocalField(poll.closes_at)}
        onChange={({ target: { value } }) =>
          change({ closes_at: value ? new Date(value).toISOString() : null })
        }
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
          className="-ml-3 self-start"
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
