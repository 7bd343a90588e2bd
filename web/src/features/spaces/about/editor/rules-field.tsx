import '#web/styles/lazy/fields.css';
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { Rule } from './about-edits.ts';

const maxRules = 100;
const maxRuleLength = 500;

/** The rules of a space: edit, add, move, remove. Enter adds the next one. */
export function RulesField({
  id,
  rules,
  onChange,
}: {
  /** Of the button that adds a rule. */
  id?: string;
  rules: readonly Rule[];
  onChange: (rules: Rule[]) => void;
}) {
  const list = useRef<HTMLOListElement>(null);
  const [focusOn, setFocusOn] = useState<string>();
  useEffect(() => {
    if (focusOn) list.current?.querySelector<HTMLTextAreaElement>(`[data-rule="${focusOn}"]`)?.focus();
  }, [focusOn]);
  const add = (at = rules.length) => {
    if (rules.length >= maxRules) return;
    const rule = { id: crypto.randomUUID(), text: '' };
    onChange([...rules.slice(0, at), rule, ...rules.slice(at)]);
    setFocusOn(rule.id);
  };
  const move = (from: number, to: number) => {
    const next = [...rules];
    next.splice(to, 0, ...next.splice(from, 1));
    onChange(next);
  };
  return (
    <fieldset className="min-w-0">
      <legend className="field-label mb-2">{t('Rules')}</legend>
      <ol ref={list} className="grid grid-cols-1 gap-2">
        {rules.map((rule, index) => (
          <RuleRow
            key={rule.id}
            rule={rule}
            index={index}
            count={rules.length}
            onChange={(text) => onChange(rules.map((one) => (one.id === rule.id ? { ...one, text } : one)))}
            onEnter={() => add(index + 1)}
            onMove={(to) => move(index, to)}
            onRemove={() => onChange(rules.filter((one) => one.id !== rule.id))}
          />
        ))}
      </ol>
      <Button
        id={id}
        className="mt-2"
        size="sm"
        icon={<Plus size={18} aria-hidden="true" />}
        disabled={rules.length >= maxRules}
        onClick={() => add()}
      >
        {t('Add rule')}
      </Button>
    </fieldset>
  );
}

interface RuleRowProps {
  rule: Rule;
  /** Position in the list, from 0. */
  index: number;
  /** How many rules there are. */
  count: number;
  onChange: (text: string) => void;
  onEnter: () => void;
  /** Called with the new position. */
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** One rule: its text, and buttons that move and remove it. */
function RuleRow({ rule, index, count, onChange, onEnter, onMove, onRemove }: RuleRowProps) {
  const number = index + 1;
  return (
    <li className="flex flex-wrap items-start justify-end gap-1 sm:flex-nowrap">
      <span className="w-6 flex-none pt-2.5 text-soft tabular-nums" aria-hidden="true">
        {number}.
      </span>
      <TextArea
        className="min-w-0 flex-[1_1_calc(100%-2rem)] sm:flex-1"
        rows={1}
        label={t('Rule {number, number}', { number })}
        labelHidden
        data-rule={rule.id}
        maxLength={maxRuleLength}
        value={rule.text}
        // A rule is one paragraph, also if it was pasted.
        onChange={(event) => onChange(event.target.value.replace(/\s*\n\s*/g, ' '))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          onEnter();
        }}
      />
      <IconButton
        label={t('Move rule {number, number} up', { number })}
        disabled={index === 0}
        onClick={() => onMove(index - 1)}
      >
        <ArrowUp size={18} aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t('Move rule {number, number} down', { number })}
        disabled={index === count - 1}
        onClick={() => onMove(index + 1)}
      >
        <ArrowDown size={18} aria-hidden="true" />
      </IconButton>
      <IconButton label={t('Remove rule {number, number}', { number })} onClick={onRemove}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </li>
  );
}
