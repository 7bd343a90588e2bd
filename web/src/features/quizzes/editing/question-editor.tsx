import '#web/styles/lazy/classroom.css';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { type QuestionKind, questionKinds } from '#contract/features/quizzes/questions.ts';
import { t } from '#contract/i18n/translate.ts';
import { maxQuizText } from '#contract/values/limits.ts';
import { RadioGroup } from '#web/ui/fields/choice.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { ChoiceFields } from './choice-fields.tsx';
import { kindLabels, type QuestionDraft } from './quiz-draft.ts';

interface QuestionEditorProps {
  /** From 1. */
  number: number;
  count: number;
  question: QuestionDraft;
  problem: string | undefined;
  answerProblem: string | undefined;
  onChange: (question: QuestionDraft) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** The fields of one question. Alt and an arrow key move it. */
export function QuestionEditor({
  number,
  count,
  question,
  problem,
  answerProblem,
  onChange,
  onMove,
  onRemove,
}: QuestionEditorProps) {
  const change = (changes: Partial<QuestionDraft>) => onChange({ ...question, ...changes });
  return (
    <fieldset
      className="quiz-editor-question"
      onKeyDown={(event) => {
        if (!event.altKey || !['ArrowUp', 'ArrowDown'].includes(event.key)) return;
        event.preventDefault();
        onMove(event.key === 'ArrowUp' ? -1 : 1);
      }}
    >
      <legend className="sr-only">{t('Question {number}', { number })}</legend>
      <div className="flex items-center gap-1">
        <span className="mr-auto font-semibold" aria-hidden="true">
          {t('Question {number}', { number })}
        </span>
        <IconButton
          label={t('Move question {number} up', { number })}
          size="sm"
          disabled={number === 1}
          onClick={() => onMove(-1)}
        >
          <ArrowUp size={18} aria-hidden="true" />
        </IconButton>
        <IconButton
          label={t('Move question {number} down', { number })}
          size="sm"
          disabled={number === count}
          onClick={() => onMove(1)}
        >
          <ArrowDown size={18} aria-hidden="true" />
        </IconButton>
        <IconButton
          label={t('Remove question {number}', { number })}
          size="sm"
          disabled={count === 1}
          onClick={onRemove}
        >
          <Trash2 size={18} aria-hidden="true" />
        </IconButton>
      </div>
      <TextArea
        label={t('Question')}
        maxLength={maxQuizText}
        value={question.text}
        error={problem}
        onChange={({ target }) => change({ text: target.value })}
      />
      <Select
        label={t('Kind of answer')}
        className="w-56"
        options={questionKinds.map((kind) => ({ value: kind, label: t(kindLabels[kind]) }))}
        value={question.kind}
        onChange={(kind) => change({ kind: kind as QuestionKind })}
      />
      <AnswerFields question={question} problem={answerProblem} onChange={change} />
      <TextField
        label={t('Explanation')}
        hint={t('Shown after the quiz is submitted.')}
        autoComplete="off"
        maxLength={maxQuizText}
        value={question.explanation}
        onChange={({ target }) => change({ explanation: target.value })}
      />
    </fieldset>
  );
}

interface AnswerFieldsProps {
  question: QuestionDraft;
  problem: string | undefined;
  onChange: (changes: Partial<QuestionDraft>) => void;
}

function AnswerFields({ question, problem, onChange }: AnswerFieldsProps) {
  const { id, kind, choices, is_true, accepted, value, tolerance } = question;
  switch (kind) {
    case 'true_false':
      return (
        <RadioGroup
          label={t('Right answer')}
          options={[
            { value: 'true', label: t('True') },
            { value: 'false', label: t('False') },
          ]}
          value={String(is_true)}
          onChange={(chosen) => onChange({ is_true: chosen === 'true' })}
        />
      );
    case 'short_text':
      return (
        <TextArea
          label={t('Accepted answers')}
          hint={t('One on each line. Upper and lower case are the same.')}
          value={accepted.join('\n')}
          error={problem}
          onChange={({ target }) => onChange({ accepted: target.value.split('\n') })}
        />
      );
    case 'number':
      return (
        <div className="flex flex-wrap gap-3">
          <TextField
            label={t('Right number')}
            className="w-40"
            inputMode="decimal"
            autoComplete="off"
            value={value}
            error={problem}
            onChange={({ target }) => onChange({ value: target.value })}
          />
          <TextField
            label={t('May be off by')}
            className="w-40"
            inputMode="decimal"
            autoComplete="off"
            value={tolerance}
            onChange={({ target }) => onChange({ tolerance: target.value })}
          />
        </div>
      );
    default:
      return (
        <ChoiceFields
          name={id}
          choices={choices}
          problem={problem}
          marks={kind === 'order' ? null : kind === 'single' ? 'one' : 'several'}
          onChange={(changed) => onChange({ choices: changed })}
        />
      );
  }
}
