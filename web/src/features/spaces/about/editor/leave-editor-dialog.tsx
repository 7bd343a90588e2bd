import { t } from '#contract/i18n/translate.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

interface LeaveEditorDialogProps {
  title: string;
  text: string;
  leave: string;
  onLeave: () => void;
  onStay: () => void;
}

/** Asks for confirmation before unsaved input is left behind. */
export function LeaveEditorDialog({ title, text, leave, onLeave, onStay }: LeaveEditorDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onStay()}
      role="alertdialog"
      size="sm"
      title={title}
      description={text}
      footer={
        <>
          <Button onClick={onStay}>{t('Keep editing')}</Button>
          <Button variant="danger" onClick={onLeave}>
            {leave}
          </Button>
        </>
      }
    />
  );
}
