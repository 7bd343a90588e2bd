import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { AccessRule, AccessSettings } from '#contract/features/access/access.ts';
import { maxAccessRules } from '#contract/features/access/access-items.ts';
import { t } from '#contract/i18n/translate.ts';
import { Button } from '#web/ui/button.tsx';
import { RadioGroup } from '#web/ui/fields/choice.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import type { ItemAccess } from './item-access.ts';
import { newRule, type RuleDraft, toRule } from './rule-draft.ts';
import { RuleFields } from './rule-fields.tsx';
import type { useRulesDraft } from './use-rules-draft.ts';

interface RulesFormProps {
  access: ItemAccess;
  draft: ReturnType<typeof useRulesDraft>;
  onSaved: () => void;
}

/** The rules of an item. Nothing changes for members until they are saved. */
export function RulesForm({ access, draft, onSaved }: RulesFormProps) {
  const { match, rules } = draft.values;
  const setRules = (changed: RuleDraft[]) => draft.change({ rules: changed });
  const [isSending, setSending] = useState(false);
  const [showsProblems, setShowsProblems] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const complete = rules.map(toRule).filter((rule): rule is AccessRule => rule !== null);
  const save = async () => {
    setShowsProblems(true);
    if (complete.length < rules.length) {
      list.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      return;
    }
    setSending(true);
    const saved = await access.save({ match, rules: complete });
    setSending(false);
    if (!saved) return;
    draft.discard();
    toast({ title: t('Rules saved') });
    onSaved();
  };
  const change = (key: string, changed: RuleDraft | null) =>
    setRules(rules.flatMap((rule) => (rule.key !== key ? [rule] : changed ? [changed] : [])));
  return (
    <div className="grid gap-5">
      {draft.isRestored && <RestoredMessage onDiscard={() => draft.discard()} />}
      <p className="text-soft">
        {rules.length === 0
          ? t('Everyone who sees it can open it. Add a rule to limit that.')
          : access.closedText}
      </p>
      {rules.length > 1 && <MatchField match={match} onChange={(next) => draft.change({ match: next })} />}
      {rules.length > 0 && (
        <ul ref={list} className="grid gap-3">
          {rules.map((rule, index) => (
            <RuleFields
              key={rule.key}
              rule={rule}
              number={index + 1}
              access={access}
              showsProblems={showsProblems}
              onChange={(changed) => change(rule.key, changed)}
            />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap justify-between gap-2">
        <Button
          icon={<Plus size={18} aria-hidden="true" />}
          disabled={rules.length >= maxAccessRules}
          onClick={() => setRules([...rules, newRule()])}
        >
          {t('Add rule')}
        </Button>
        <Button variant="primary" loading={isSending} onClick={() => void save()}>
          {t('Save rules')}
        </Button>
      </div>
    </div>
  );
}

function RestoredMessage({ onDiscard }: { onDiscard: () => void }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-soft" role="status">
      {t('Unsaved changes restored.')}
      <Button size="sm" variant="quiet" className="!px-2" onClick={onDiscard}>
        {t('Discard changes')}
      </Button>
    </p>
  );
}

interface MatchFieldProps {
  match: AccessSettings['match'];
  onChange: (match: AccessSettings['match']) => void;
}

function MatchField({ match, onChange }: MatchFieldProps) {
  return (
    <RadioGroup
      label={t('It opens when')}
      options={[
        { value: 'all', label: t('all rules are met') },
        { value: 'any', label: t('any one rule is met') },
      ]}
      value={match}
      onChange={(next) => onChange(next === 'any' ? 'any' : 'all')}
    />
  );
}
