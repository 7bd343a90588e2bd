import type { ReactNode } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { Button } from '../button.tsx';
import { Dialog, DialogClose } from './dialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: ReactNode;
  /** Text of the button that confirms. */
  confirm: string;
  /** Text of the button that doesn't; default "Cancel". */
  cancel?: string;
  /** Default `danger`, for what can't be undone. */
  variant?: 'danger' | 'primary';
  /** The confirmed action is running. */
  isPending?: boolean;
  /** Doesn't close the dialog. */
  onConfirm: () => void;
}

/** Asks for confirmation before something is done. */
export function ConfirmDialog({
  title,
  description,
  confirm,
  cancel = t('Cancel'),
  variant = 'danger',
  isPending = false,
  onConfirm,
  ...popup
}: ConfirmDialogProps) {
  return (
    <Dialog
      {...popup}
      role="alertdialog"
      size="sm"
      title={title}
      description={description}
      footer={
        <>
          <DialogClose render={<Button>{cancel}</Button>} />
          <Button variant={variant} loading={isPending} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    />
  );
}
