import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AccessSettings } from '#contract/features/access/access.ts';
import { maxAccessRules } from '#contract/features/access/access-items.ts';
import { t } from '#contract/i18n/translate.ts';
import { Button } from '#web/ui/button.tsx';
import { RadioGroup } from '#web/ui/fields/choice.tsx';
import type { ItemAccess } from '../item-access.ts';
import { newRule, type RuleDraft, type RulesDraft } from './rule-draft.ts';
import { type Giving, RuleFields } from './rule-fields.tsx';

interface RulesFieldsProps extends Pick<ItemAccess, 'closedText' | 'targets'> {
  draft: RulesDraft;
  giving: Giving;
  showsProblems: boolean;
  onChange: (changes: Partial<RulesDraft>) => void;
  /** A button beside the one that adds a rule. */
  action?: ReactNode;
}

/** The rules of an item that exists or is being created. */
export function RulesFields(props: RulesFieldsProps) {
  const { closedText, targets, draft, giving, showsProblems, onChange, action } = props;
  const { match, rules } = draft;
  const change = (key: string, changed: RuleDraft | null) =>
    onChange({ rules: rules.flatMap((rule) => (rule.key !== key ? [rule] : changed ? [changed] : [])) });
  return (
    <>
      <p className="text-soft">
        {rules.length === 0 ? t('Everyone who sees it can open it. Add a rule to limit that.') : closedText}
      </p>
      {rules.length > 1 && <MatchField match={match} onChange={(next) => onChange({ match: next })} />}
      {rules.length > 0 && (
        <ul className="grid gap-3">
          {rules.map((rule, index) => (
            <RuleFields
              key={rule.key}
              rule={rule}
              number={index + 1}
              targets={targets}
              giving={giving}
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
          onClick={() => onChange({ rules: [...rules, newRule()] })}
        >
          {t('Add rule')}
        </Button>
        {action}
      </div>
    </>
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
