import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { SpaceFacts } from './space-facts.tsx';
import { SpaceIcon } from './space-icon.tsx';
import { SupportContact } from './support-contact.tsx';

interface SpaceInfoDialogProps {
  space: Space;
  open: boolean;
  onClose: () => void;
}

/** The settings of a space, read-only, for members who may not change them. */
export function SpaceInfoDialog({ space, open, onClose }: SpaceInfoDialogProps) {
  const rules = space.rules_list ?? [];
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title={t('Group settings')}>
      <div className="grid gap-5">
        <div className="flex items-center gap-3">
          <SpaceIcon space={space} size="md" />
          <div className="min-w-0">
            <p className="truncate font-semibold">{space.name}</p>
            <SpaceFacts space={space} />
          </div>
        </div>
        {space.description && <p className="wrap-anywhere">{space.description}</p>}
        <section>
          <h3 className="mb-1.5 text-sm font-semibold">{t('Rules')}</h3>
          {rules.length === 0 ? (
            <p className="text-soft">{t('No rules have been set for this space.')}</p>
          ) : (
            <ol className="list-decimal space-y-1 pl-5 wrap-anywhere">
              {rules.map((rule) => (
                <li key={rule.id}>{rule.text}</li>
              ))}
            </ol>
          )}
        </section>
        <SupportContact space={space} />
      </div>
    </Dialog>
  );
}
