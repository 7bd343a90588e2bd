import { Copy, Flag, Link2Off, Pencil, Reply, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Message } from '#contract/features/chat/messages.ts';
import { t } from '#contract/i18n/translate.ts';
import type { PopupProps } from '#web/lib/loading/lazy-overlay.tsx';
import { serverNow } from '#web/lib/server-clock.ts';
import { copyWithToast } from '#web/lib/text/copy-text.ts';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx';
import { ReportMessageDialog } from '../messages/report-message-dialog.tsx';
import { canChange, useDeleteMessage, useRemovePreview } from '../messages/use-message-actions.ts';
import { useMessageContext } from './thread-context.ts';

const icon = { size: 18, 'aria-hidden': true } as const;

function copyMessage({ content }: Message): void {
  void copyWithToast(content, {
    copied: t('Text copied'),
    failed: { title: t("Couldn't copy the text") },
  });
}

export interface MessageMenuProps {
  message: Message;
}

/** What can be done with a message: reply, copy, edit, delete, report. */
export function MessageMenu({ message, ...popup }: PopupProps & MessageMenuProps) {
  const { canSend, viewerId, reply, edit } = useMessageContext();
  const [asked, setAsked] = useState<'delete' | 'report' | null>(null);
  const remove = useDeleteMessage();
  const removePreview = useRemovePreview();
  const isMine = message.sender_id === viewerId;
  const isChangeable = popup.open && canChange(message, viewerId, serverNow());
  return (
    <>
      <Menu {...popup}>
        {canSend && (
          <MenuItem icon={<Reply {...icon} />} onSelect={() => reply(message)}>
            {t('Reply')}
          </MenuItem>
        )}
        {message.content !== '' && (
          <MenuItem icon={<Copy {...icon} />} onSelect={() => copyMessage(message)}>
            {t('Copy text')}
          </MenuItem>
        )}
        {isChangeable && message.link_preview && (
          <MenuItem icon={<Link2Off {...icon} />} onSelect={() => removePreview.mutate(message.id)}>
            {t('Remove preview')}
          </MenuItem>
        )}
        {isChangeable && canSend && message.kind === 'text' && (
          <MenuItem icon={<Pencil {...icon} />} onSelect={() => edit(message)}>
            {t('Edit')}
          </MenuItem>
        )}
        {isChangeable && (
          <>
            <MenuSeparator />
            <MenuItem danger icon={<Trash2 {...icon} />} onSelect={() => setAsked('delete')}>
              {t('Delete for everyone')}
            </MenuItem>
          </>
        )}
        {!isMine && (
          <>
            <MenuSeparator />
            <MenuItem danger icon={<Flag {...icon} />} onSelect={() => setAsked('report')}>
              {t('Report')}
            </MenuItem>
          </>
        )}
      </Menu>
      {asked === 'delete' && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(null)}
          title={t('Delete this message?')}
          description={t('It disappears for everyone in this conversation.')}
          confirm={t('Delete')}
          onConfirm={() => {
            setAsked(null);
            remove.mutate(message.id);
          }}
        />
      )}
      {asked === 'report' && <ReportMessageDialog message={message} onClose={() => setAsked(null)} />}
    </>
  );
}
