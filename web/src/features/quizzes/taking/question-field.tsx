import '#web/styles/lazy/classroom.css';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { QuizAnswer, ShownQuestion } from '#contract/features/quizzes/questions.ts';
import { t } from '#contract/i18n/translate.ts';
import { maxQuizChoiceText } from '#contract/values/limits.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';

interface FieldProps {
  question: ShownQuestion;
  answer: QuizAnswer | undefined;
  onAnswer: (answer: QuizAnswer) => void;
}

interface QuestionFieldProps extends FieldProps {
  /** From 1. */
  number: number;
}

/** A question with what it's answered with. */
export function QuestionField({ number, question, ...field }: QuestionFieldProps) {
  const { kind, text } = question;
  return (
    <fieldset className="quiz-question">
      <legend className="quiz-question-text">{t('{number}. {question}', { number, question: text })}</legend>
      {kind === 'multiple' && <p className="text-sm text-soft">{t('Choose all that apply.')}</p>}
      {kind === 'order' && <p className="text-sm text-soft">{t('Put these in the right order.')}</p>}
      {(kind === 'single' || kind === 'multiple') && <ChoiceField question={question} {...field} />}
      {kind === 'true_false' && <TrueFalseField question={question} {...field} />}
      {kind === 'order' && <OrderField question={question} {...field} />}
      {(kind === 'short_text' || kind === 'number') && <TypedField question={question} {...field} />}
    </fieldset>
  );
}

interface OptionProps {
  type: 'radio' | 'checkbox';
  name: string;
  label: string;
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
}

function Option({ type, name, label, isChosen, onChange }: OptionProps) {
  return (
    <label className="quiz-choice" data-chosen={isChosen ? '' : undefined}>
      <input type={type} name={name} checked={isChosen} onChange={({ target }) => onChange(target.checked)} />
      <span className="min-w-0 flex-1 wrap-anywhere">{label}</span>
    </label>
  );
}

function ChoiceField({ question: { kind, choices }, answer, onAnswer }: FieldProps) {
  const name = useId();
  const chosen = Array.isArray(answer) ? answer : [];
  const choose = (id: string, isChosen: boolean) => {
    if (kind === 'single') onAnswer([id]);
    else onAnswer(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id));
  };
  return choices.map(({ id, text }) => (
    <Option
      key={id}
      type={kind === 'single' ? 'radio' : 'checkbox'}
      name={name}
      label={text}
      isChosen={chosen.includes(id)}
      onChange={(isChosen) => choose(id, isChosen)}
    />
  ));
}

function TrueFalseField({ answer, onAnswer }: FieldProps) {
  const name = useId();
  return [true, false].map((value) => (
    <Option
      key={String(value)}
      type="radio"
      name={name}
      label={value ? t('True') : t('False')}
      isChosen={answer === value}
      onChange={() => onAnswer(value)}
    />
  ));
}

/** How long someone must stop typing before their answer is saved, in milliseconds. */
const typingPause = 600;

/** A text or a number. It's saved after a pause, and when the field is left. */
function TypedField({ question: { kind, text }, answer, onAnswer }: FieldProps) {
  const isNumber = kind === 'number';
  const saved = answer === undefined || typeof answer === 'boolean' ? '' : String(answer);
  const [typed, setTyped] = useState<string | null>(null);
  const value = typed ?? saved;
  const number = Number(value.replace(',', '.'));
  const isInvalid = isNumber && value.trim() !== '' && !Number.isFinite(number);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const latest = useRef(() => {});
  useEffect(() => {
    latest.current = () => {
      clearTimeout(timer.current);
      if (typed === null || typed === saved || isInvalid || (isNumber && typed.trim() === '')) return;
      onAnswer(isNumber ? number : typed);
    };
  });
  useEffect(() => () => latest.current(), []);
  return (
    <TextField
      label={text}
      labelHidden
      placeholder={isNumber ? t('Your number') : t('Your answer')}
      inputMode={isNumber ? 'decimal' : undefined}
      autoComplete="off"
      maxLength={maxQuizChoiceText}
      className="max-w-96"
      value={value}
      error={isInvalid ? t('Enter a number.') : undefined}
      onChange={({ target }) => {
        setTyped(target.value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => latest.current(), typingPause);
      }}
      onBlur={() => latest.current()}
    />
  );
}

function OrderField({ question: { choices }, answer, onAnswer }: FieldProps) {
  const list = useRef<HTMLOListElement>(null);
  const order =
    Array.isArray(answer) && answer.length === choices.length ? answer : choices.map(({ id }) => id);
  const textOf = (id: string) => choices.find((one) => one.id === id)?.text ?? '';
  const move = (from: number, to: number) => {
    const moved = order[from];
    if (moved === undefined || to < 0 || to >= order.length) return;
    const next = order.filter((id) => id !== moved);
    next.splice(to, 0, moved);
    onAnswer(next);
    // The buttons move with their item.
    requestAnimationFrame(() => {
      const row = list.current?.children[to];
      const button = row?.querySelector<HTMLButtonElement>(to < from ? '[data-up]' : '[data-down]');
      if (button?.disabled) row?.querySelector<HTMLButtonElement>('button:enabled')?.focus();
      else button?.focus();
    });
  };
  return (
    <ol ref={list} className="flex flex-col gap-2">
      {order.map((id, index) => (
        <li key={id} className="quiz-choice">
          <span className="w-5 flex-none text-soft tabular-nums">{index + 1}</span>
          <span className="min-w-0 flex-1 wrap-anywhere">{textOf(id)}</span>
          <IconButton
            label={t('Move {item} up', { item: textOf(id) })}
            size="sm"
            data-up=""
            disabled={index === 0}
            onClick={() => move(index, index - 1)}
          >
            <ArrowUp size={18} aria-hidden="true" />
          </IconButton>
          <IconButton
            label={t('Move {item} down', { item: textOf(id) })}
            size="sm"
            data-down=""
            disabled={index === order.length - 1}
            onClick={() => move(index, index + 1)}
          >
            <ArrowDown size={18} aria-hidden="true" />
          </IconButton>
        </li>
      ))}
    </ol>
  );
}
