import { useState } from 'react';
import type { RecurrenceScope } from '#contract/features/calendar/calendar.ts';
import { msg, t } from '#contract/i18n/translate.ts';
import { Button } from '#web/ui/button.tsx';
import { RadioGroup } from '#web/ui/fields/choice.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

interface ScopeDialogProps {
  title: string;
  text?: string;
  /** For a series, the dialog asks which events to change. */
  isSeries: boolean;
  /** Leaves out the single event: a recurrence rule can't change for one event only. */
  withoutThis?: boolean;
  confirm: string;
  danger?: boolean;
  isPending: boolean;
  onConfirm: (scope: RecurrenceScope) => void;
  onClose: () => void;
}

const scopes = [
  { value: 'this', label: msg('This event only') },
  { value: 'this_and_following', label: msg('This and following events') },
  { value: 'all', label: msg('All events in the series') },
] as const;

/** Asks for confirmation and, for a series, which events to change. */
export function ScopeDialog({
  title,
  text,
  isSeries,
  withoutThis = false,
  confirm,
  danger = false,
  isPending,
  onConfirm,
  onClose,
}: ScopeDialogProps) {
  const [scope, setScope] = useState<RecurrenceScope>(withoutThis ? 'this_and_following' : 'this');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      role="alertdialog"
      title={title}
      description={text}
      footer={
        <>
          <Button onClick={onClose}>{t('Go back')}</Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            loading={isPending}
            onClick={() => onConfirm(scope)}
          >
            {confirm}
          </Button>
        </>
      }
    >
      {isSeries && (
        <RadioGroup
          label={t('Which events?')}
          options={(withoutThis ? scopes.slice(1) : scopes).map((option) => ({
            ...option,
            label: t(option.label),
          }))}
          value={scope}
          onChange={(value) => setScope(value as RecurrenceScope)}
        />
      )}
    </Dialog>
  );
}
