import { useRef, useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import type { ItemAccess } from '../item-access.ts';
import { toSettings } from './rule-draft.ts';
import { RulesFields } from './rules-fields.tsx';
import type { useRulesDraft } from './use-rules-draft.ts';

interface RulesFormProps {
  access: ItemAccess;
  draft: ReturnType<typeof useRulesDraft>;
  onSaved: () => void;
}

/** The rules of an item. Nothing changes for members until they are saved. */
export function RulesForm({ access, draft, onSaved }: RulesFormProps) {
  const [isSending, setSending] = useState(false);
  const [showsProblems, setShowsProblems] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const save = async () => {
    setShowsProblems(true);
    const settings = toSettings(draft.values);
    if (!settings) {
      box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      return;
    }
    setSending(true);
    const saved = await access.save(settings);
    setSending(false);
    if (!saved) return;
    draft.discard();
    toast({ title: t('Rules saved') });
    onSaved();
  };
  return (
    <div ref={box} className="grid gap-5">
      {draft.isRestored && <RestoredMessage onDiscard={() => draft.discard()} />}
      <RulesFields
        closedText={access.closedText}
        targets={access.targets}
        draft={draft.values}
        giving="here"
        showsProblems={showsProblems}
        onChange={draft.change}
        action={
          <Button variant="primary" loading={isSending} onClick={() => void save()}>
            {t('Save rules')}
          </Button>
        }
      />
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
