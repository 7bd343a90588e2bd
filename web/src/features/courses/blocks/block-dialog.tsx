import type { ReactNode } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogClose } from '#web/ui/overlays/dialog.tsx';

interface BlockDialogProps {
  title: string;
  /** Whether something was entered: then a press beside the dialog doesn't close it. */
  isFilled: boolean;
  isBusy?: boolean;
  onAdd: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Asks for what is put into a page. */
export function BlockDialog({ title, isFilled, isBusy = false, onAdd, onClose, children }: BlockDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      closeOnOutside={!isFilled && !isBusy}
      title={title}
      footer={
        <>
          <DialogClose render={<Button>{t('CANCEL')}</Button>} />
          <Button variant="primary" loading={isBusy} onClick={onAdd}>
            {t('ADD')}
          </Button>
        </>
      }
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          // React passes it on to the form around the editor.
          event.stopPropagation();
          if (!isBusy) onAdd();
        }}
      >
        {children}
        {/* Enter submits a form of several fields only if it has a button. */}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </Dialog>
  );
}
