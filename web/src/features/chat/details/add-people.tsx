import '#web/styles/lazy/chat.css';
import { useState } from 'react';
import type { Contact } from '#contract/features/chat/contacts.ts';
import type { Conversation } from '#contract/features/chat/conversations.ts';
import { t } from '#contract/i18n/translate.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogClose } from '#web/ui/overlays/dialog.tsx';
import { PersonSearch } from '../people/person-search.tsx';
import { useGroupWrite } from './use-group-write.ts';

interface AddPeopleProps {
  conversation: Conversation;
  onClose: () => void;
}

/** Adds people to a group. They see what is written from then on. */
export function AddPeopleDialog({ conversation, onClose }: AddPeopleProps) {
  const { id: conversation_id, other_participants } = conversation;
  const [chosen, setChosen] = useState<Contact[]>([]);
  const add = useGroupWrite<string[]>(
    (call, user_ids) => call('add_participants', { conversation_id, user_ids }),
    t("Couldn't add these people"),
  );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('Add people')}
      description={t("They'll see messages from now on.")}
      footer={
        <>
          <DialogClose render={<Button>{t('Cancel')}</Button>} />
          <Button
            variant="primary"
            disabled={chosen.length === 0}
            loading={add.isPending}
            onClick={() =>
              add.mutate(
                chosen.map(({ user_id }) => user_id),
                { onSuccess: onClose },
              )
            }
          >
            {t('Add')}
          </Button>
        </>
      }
    >
      <div className="-mx-5 min-h-80">
        <PersonSearch
          chosen={chosen}
          onChange={setChosen}
          without={new Set(other_participants.map(({ user_id }) => user_id))}
        />
      </div>
    </Dialog>
  );
}
