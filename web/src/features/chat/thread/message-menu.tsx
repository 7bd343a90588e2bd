import { Copy, Ellipsis, Flag, Link2Off, Pencil, Reply, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Message } from '#contract/features/chat/messages.ts';
import { t } from '#contract/i18n/translate.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { copyWithToast } from '#web/lib/text/copy-text.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx';
import { ReportMessageDialog } from '../messages/report-message-dialog.tsx';
import { canChange, useDeleteMessage, useRemovePreview } from '../messages/use-message-actions.ts';
import { ReactionMenu } from './reaction-menu.tsx';
import { useMessageContext } from './thread-context.ts';

const icon = { size: 18, 'aria-hidden': true } as const;

function copyMessage({ content }: Message): void {
  void copyWithToast(content, {
    copied: t('Text copied'),
    failed: { title: t("Couldn't copy the text") },
  });
}

/** What can be done with a message: reply, react, copy, edit, delete, report. */
export function MessageMenu({ message }: { message: Message }) {
  const { canSend, viewerId, reply, edit } = useMessageContext();
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState<'delete' | 'report' | null>(null);
  const remove = useDeleteMessage();
  const removePreview = useRemovePreview();
  const isMine = message.sender_id === viewerId;
  const isChangeable = open && canChange(message, viewerId, serverNow());
  return (
    <div className="message-tools">
      {canSend && <ReactionMenu message={message} />}
      <Menu
        open={open}
        onOpenChange={setOpen}
        trigger={
          <IconButton label={t('More')} size="sm" data-message-menu="">
            <Ellipsis size={16} aria-hidden="true" />
          </IconButton>
        }
      >
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
    </div>
  );
}
