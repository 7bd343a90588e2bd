import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Contact } from '#contract/features/chat/contacts.ts';
import { t } from '#contract/i18n/translate.ts';
import { maxGroupName } from '#contract/values/limits.ts';
import { newClientId } from '#web/lib/api/client-id.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import {
  keepConversation,
  openDirectConversation,
  refetchConversations,
} from '../conversations/conversations.api.ts';
import { PersonSearch } from './person-search.tsx';

interface NewConversationProps {
  onOpen: (conversationId: string) => void;
  onBack: () => void;
}

/** Starts a conversation: with one person, or as a group with a name. */
export function NewConversation({ onOpen, onBack }: NewConversationProps) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<Contact[]>([]);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  // The same for each attempt, so that a group is created once.
  const clientId = useRef(newClientId());
  const isGroup = chosen.length > 1;

  const create = async (): Promise<string> => {
    const user_ids = chosen.map(({ user_id }) => user_id);
    const [only = ''] = user_ids;
    if (!isGroup) return await openDirectConversation(client, only);
    const response = await getApiClient(client)('create_group', {
      client_id: clientId.current,
      name: name.trim(),
      user_ids,
    });
    return keepConversation(client, response.conversation);
  };
  const submit = async () => {
    if (isGroup && name.trim() === '') return setProblem(t('Enter a name'));
    setPending(true);
    try {
      const id = await create();
      refetchConversations(client);
      onOpen(id);
    } catch (error) {
      const fallback = isGroup
        ? t('Failed to create conversation')
        : t('Could not find or create a conversation.');
      toast({
        title: isGroup ? t('Failed to create conversation') : t('Error starting chat'),
        description: toMessage(error, fallback),
        variant: 'destructive',
      });
    } finally {
      setPending(false);
    }
  };
  return (
    <section className="chat-view" aria-label={t('New conversation')}>
      <header className="chat-head">
        <IconButton label={t('Back')} onClick={onBack}>
          <ArrowLeft size={20} aria-hidden="true" />
        </IconButton>
        <h2 className="chat-title">{t('New conversation')}</h2>
        <Button
          variant="primary"
          disabled={chosen.length === 0}
          loading={isPending}
          onClick={() => void submit()}
        >
          {isGroup ? t('Create group') : t('Chat')}
        </Button>
      </header>
      <PersonSearch
        chosen={chosen}
        onChange={(next) => {
          clientId.current = newClientId();
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
              clientId.current = newClientId();
              setName(event.target.value);
              setProblem(null);
            }}
          />
        )}
      </PersonSearch>
    </section>
  );
}
