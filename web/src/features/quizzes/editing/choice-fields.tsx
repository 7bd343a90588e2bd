import '#web/styles/lazy/classroom.css';
import { Plus, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { maxQuizChoices, maxQuizChoiceText } from '#contract/values/limits.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldNotes, useFieldIds } from '#web/ui/fields/field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { type ChoiceDraft, emptyChoice } from './quiz-draft.ts';

interface ChoiceFieldsProps {
  /** Groups the radio buttons. */
  name: string;
  choices: readonly ChoiceDraft[];
  problem: string | undefined;
  onChange: (choices: ChoiceDraft[]) => void;
  /** How correct choices are marked; null for items to put in order. */
  marks: 'one' | 'several' | null;
}

/** The choices of a question; the field of an added one receives the focus. */
export function ChoiceFields({ name, choices, problem, onChange, marks }: ChoiceFieldsProps) {
  const list = useRef<HTMLUListElement>(null);
  const isAdding = useRef(false);
  const count = choices.length;
  // A problem belongs to the choice without a text, or to what marks the correct ones.
  const emptyIndex = problem ? choices.findIndex(({ text }) => text.trim() === '') : -1;
  const markProblem = emptyIndex < 0 ? problem : undefined;
  const ids = useFieldIds({ hint: undefined, error: markProblem });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after a choice was added.
  useEffect(() => {
    if (isAdding.current)
      list.current?.querySelector<HTMLInputElement>('li:last-child .control input')?.focus();
    isAdding.current = false;
  }, [count]);
  const mark = (id: string, isCorrect: boolean) =>
    onChange(
      choices.map((choice) => ({
        ...choice,
        is_correct: choice.id === id ? isCorrect : marks === 'one' ? false : choice.is_correct,
      })),
    );
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm text-soft">
        {marks === null
          ? t('Write them in the right order. Learners get them mixed.')
          : t('Mark what is correct.')}
      </p>
      <ul ref={list} className="flex flex-col gap-2">
        {choices.map(({ id, text, is_correct }, index) => (
          <li key={id} className="quiz-choice-field">
            {marks === null ? (
              <span className="w-5 flex-none text-center leading-11 text-soft tabular-nums">{index + 1}</span>
            ) : (
              <input
                type={marks === 'one' ? 'radio' : 'checkbox'}
                name={name}
                className="quiz-mark"
                aria-label={t('Choice {number} is correct', { number: index + 1 })}
                checked={is_correct}
                aria-invalid={(markProblem && index === 0) || undefined}
                aria-describedby={ids.errorId}
                onChange={({ target }) => mark(id, target.checked)}
              />
            )}
            <TextField
              label={t('Choice {number}', { number: index + 1 })}
              labelHidden
              className="flex-1"
              placeholder={t('Choice {number}', { number: index + 1 })}
              autoComplete="off"
              maxLength={maxQuizChoiceText}
              value={text}
              error={index === emptyIndex && problem}
              onChange={({ target }) => onChange(choices.with(index, { id, is_correct, text: target.value }))}
            />
            {count > 2 && (
              <IconButton
                label={t('Remove choice {number}', { number: index + 1 })}
                size="sm"
                onClick={() => onChange(choices.filter((choice) => choice.id !== id))}
              >
                <X size={18} aria-hidden="true" />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      <FieldNotes ids={ids} error={markProblem} />
      {count < maxQuizChoices && (
        <AddChoice
          onAdd={() => {
            isAdding.current = true;
            onChange([...choices, emptyChoice()]);
          }}
        />
      )}
    </div>
  );
}

function AddChoice({ onAdd }: { onAdd: () => void }) {
  return (
    <Button
      variant="quiet"
      size="sm"
      className="-ml-2.5 self-start"
      icon={<Plus size={16} aria-hidden="true" />}
      onClick={onAdd}
    >
      {t('Add choice')}
    </Button>
  );
}
