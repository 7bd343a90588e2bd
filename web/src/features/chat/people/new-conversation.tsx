import '#web/styles/lazy/chat.css';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Contact } from '#contract/features/chat/contacts.ts';
import { t } from '#contract/i18n/translate.ts';
import { maxGroupName } from '#contract/values/limits.ts';
import { newClientId } from '#web/lib/api/client-id.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useLayer } from '#web/ui/overlays/layers.ts';
import {
  keepConversation,
  openDirectConversation,
  refetchConversations,
} from '../conversations/conversations.api.ts';
import { PersonSearch } from './person-search.tsx';
import { toastStartFailure } from './start-failure.ts';

interface NewConversationProps {
  onOpen: (conversationId: string) => void;
  onBack: () => void;
}

/** Creates the conversation with the chosen people: a group if there are several. */
function useCreateConversation(onOpen: (conversationId: string) => void) {
  const client = useQueryClient();
  const [isPending, setPending] = useState(false);
  // The same for each attempt, so that a group is created once.
  const clientId = useRef(newClientId());
  const create = async (user_ids: string[], name: string): Promise<string> => {
    const [only = ''] = user_ids;
    if (user_ids.length === 1) return await openDirectConversation(client, only);
    const group = { client_id: clientId.current, name, user_ids };
    const { conversation } = await getApiClient(client)('create_group', group);
    return keepConversation(client, conversation);
  };
  const submit = async (user_ids: string[], name: string) => {
    setPending(true);
    try {
      const id = await create(user_ids, name);
      refetchConversations(client);
      onOpen(id);
    } catch (error) {
      toastStartFailure(error, user_ids.length > 1);
    } finally {
      setPending(false);
    }
  };
  const renew = () => {
    clientId.current = newClientId();
  };
  return { isPending, submit, renew };
}

/** Starts a conversation: with one person, or as a group with a name. The browser's Back leads to where it was opened. */
export function NewConversation({ onOpen, onBack }: NewConversationProps) {
  const [chosen, setChosen] = useState<Contact[]>([]);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { isPending, submit: create, renew } = useCreateConversation(onOpen);
  useLayer({ open: true, onOpenChange: onBack });
  const isGroup = chosen.length > 1;
  const submit = () => {
    if (isGroup && name.trim() === '') return setProblem(t('Enter a name'));
    void create(
      chosen.map(({ user_id }) => user_id),
      name.trim(),
    );
  };
  return (
    <section className="chat-view" aria-label={t('New conversation')}>
      <header className="chat-head">
        <IconButton label={t('Back')} onClick={onBack}>
          <ArrowLeft size={20} aria-hidden="true" />
        </IconButton>
        <h2 className="chat-title">{t('New conversation')}</h2>
        <Button variant="primary" disabled={chosen.length === 0} loading={isPending} onClick={submit}>
          {isGroup ? t('Create group') : t('Chat')}
        </Button>
      </header>
      <PersonSearch
        chosen={chosen}
        onChange={(next) => {
          renew();
          setChosen(next);
        }}
      >
        {isGroup && (
          <TextField
            label={t('Group name')}
            value={name}
            maxLength={maxGroupName}
            error={problem ?? undefined}
            onChange={(event) => {
              renew();
              setName(event.target.value);
              setProblem(null);
            }}
          />
        )}
      </PersonSearch>
    </section>
  );
}
