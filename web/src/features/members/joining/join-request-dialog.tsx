import { useState } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { countCharacters } from '#contract/schema/characters.ts';
import type { PopupProps } from '#web/lib/loading/lazy-overlay.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { Dialog, DialogClose } from '#web/ui/overlays/dialog.tsx';
import { useRequestToJoin } from './use-request-to-join.ts';

const maxMessageLength = 500;

/** Asks to join a private space, with an optional message to the moderators. */
export function JoinRequestDialog({ space, ...popup }: PopupProps & { space: Space }) {
  const [message, setMessage] = useState('');
  const length = countCharacters(message);
  const request = useRequestToJoin(space, () => popup.onOpenChange(false));
  return (
    <Dialog
      {...popup}
      size="sm"
      title={t('Ask to join {space}', { space: space.name })}
      description={t('A moderator will review your request.')}
      footer={
        <>
          <DialogClose render={<Button>{t('Cancel')}</Button>} />
          <Button
            variant="primary"
            loading={request.isPending}
            onClick={() => request.mutate(message.trim())}
          >
            {t('Send request')}
          </Button>
        </>
      }
    >
      <TextArea
        label={t('Message (optional)')}
        rows={3}
        maxLength={maxMessageLength}
        placeholder={t('Who are you, and what brings you here?')}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
        hint={
          length > maxMessageLength * 0.8
            ? t('{count, number} of {limit, number}', { count: length, limit: maxMessageLength })
            : undefined
        }
      />
    </Dialog>
  );
}
