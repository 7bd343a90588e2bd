import type { ReactNode } from 'react';
import type { AccessSettings } from '#contract/features/access/access.ts';
import { t } from '#contract/i18n/translate.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import type { ItemAccess } from './item-access.ts';
import { RulesForm } from './rules/rules-form.tsx';
import { useRulesDraft } from './rules/use-rules-draft.ts';

interface AccessDialogProps {
  /** The title of the item. */
  title: string;
  access: ItemAccess;
  /** Its rules as they are stored. */
  settings: AccessSettings | null;
  viewerId: string;
  /** The members with whether they can open it: `MemberAccessTable`. */
  members: ReactNode;
  /** What a supposed member would see. Unsaved rules aren't part of it. */
  preview: (hasUnsavedRules: boolean) => ReactNode;
  onClose: () => void;
}

/** Who can open an item: the rules, the members, and what a certain member would see. */
export function AccessDialog(props: AccessDialogProps) {
  const { title, access, settings, viewerId, members, preview, onClose } = props;
  const draft = useRulesDraft(viewerId, access.item, settings);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={t('Who can open {title}', { title })}
      closeOnOutside={false}
    >
      <Tabs
        label={t('Who can open this')}
        tabs={[
          {
            value: 'rules',
            label: t('Rules'),
            content: <RulesForm access={access} draft={draft} onSaved={onClose} />,
          },
          { value: 'members', label: t('Members'), content: members },
          { value: 'preview', label: t('See as'), content: preview(!draft.isClean) },
        ]}
      />
    </Dialog>
  );
}
