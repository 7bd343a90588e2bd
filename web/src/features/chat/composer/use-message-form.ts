import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Conversation } from '#contract/features/chat/conversations.ts';
import type { Message } from '#contract/features/chat/messages.ts';
import { t } from '#contract/i18n/translate.ts';
import { countCharacters } from '#contract/schema/characters.ts';
import { maxMessageRequestText, maxMessageText } from '#contract/values/limits.ts';
import { newClientId } from '#web/lib/api/client-id.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { messageQuery } from '../messages/message-query.ts';
import { toReplied } from '../messages/replied-message.ts';
import { useEditMessage } from '../messages/use-message-actions.ts';
import type { Recording } from '../voice/use-voice-recorder.ts';
import { chooseFiles } from './chosen-files.ts';
import type { MessageOutbox, UnsentFile } from './message-outbox.ts';
import { useMessageDraft } from './use-message-draft.ts';

/** The message that the draft replies to; requested if it isn't loaded. */
function useRepliedMessage(messageId: string | null): Message | null {
  const client = useQueryClient();
  const known = messageId === null ? undefined : readEntity(client, 'message', messageId);
  useQuery({ ...messageQuery(messageId ?? ''), enabled: messageId !== null && !known });
  return known && !known.is_deleted ? known : null;
}

/** The files that were chosen for a message, and why others weren't taken. */
function useChosenFiles() {
  const [files, setFiles] = useState<UnsentFile[]>([]);
  const [messages, setMessages] = useState<string[]>([]);
  return {
    files,
    messages,
    setFiles: (next: UnsentFile[]) => {
      setFiles(next);
      setMessages([]);
    },
    addFiles: async (added: readonly File[]) => {
      const taken = await chooseFiles(added, files.length);
      setFiles((now) => [...now, ...taken.files]);
      setMessages(taken.messages);
    },
    removeFile: (file: UnsentFile) => {
      setFiles((now) => now.filter((one) => one !== file));
      setMessages([]);
    },
  };
}

/** Says that the browser couldn't store a message. It's still in the form. */
const showNoRoom = () =>
  toast({
    title: t('Failed to send message'),
    description: t('This browser has no room to store it. Free some space and try again.'),
    variant: 'destructive',
  });

interface MessageFormOptions {
  conversation: Conversation;
  viewerId: string;
  outbox: MessageOutbox | null;
  /** The own message that is being edited. */
  editing: Message | null;
  onEdited: () => void;
  onSent: () => void;
}

interface NewItem {
  client_id: string;
  content: string;
  files: UnsentFile[];
  voice: Recording['voice'] | null;
}

/** What is being written in a conversation: text, files and reply, or the edit of a message; and how it is sent. */
export function useMessageForm({
  conversation,
  viewerId,
  outbox,
  editing,
  onEdited,
  onSent,
}: MessageFormOptions) {
  const [draft, { content, reply_to_id }] = useMessageDraft(conversation.id, viewerId, outbox);
  const replied = useRepliedMessage(reply_to_id);
  const { files, setFiles, ...chosen } = useChosenFiles();
  const [edited, setEdited] = useState<{ id: string; content: string } | null>(null);
  /** The edit that couldn't be saved last: editing the message again goes on from there. */
  const [unsaved, setUnsaved] = useState<{ id: string; content: string } | null>(null);
  const edit = useEditMessage();
  if (editing && edited?.id !== editing.id)
    setEdited({ id: editing.id, content: unsaved?.id === editing.id ? unsaved.content : editing.content });
  if (!editing && edited) setEdited(null);
  const text = edited ? edited.content : content;
  const limit = conversation.will_send_request && !editing ? maxMessageRequestText : maxMessageText;
  const isTooLong = countCharacters(text.trim()) > limit;
  const isEmpty = text.trim() === '' && (editing !== null || files.length === 0);

  const add = (item: NewItem) => {
    if (!outbox) return Promise.reject(new Error(t('No conversation selected')));
    onSent();
    const reply_to = replied && toReplied(replied);
    return outbox.add({ ...item, conversation_id: conversation.id, reply_to });
  };
  const send = () => {
    if (isEmpty || isTooLong) return;
    if (editing) {
      const input = { id: editing.id, content: text.trim() };
      setUnsaved(null);
      if (input.content !== editing.content) edit.mutate(input, { onError: () => setUnsaved(input) });
      onEdited();
      return;
    }
    const { client_id } = draft.read();
    const restore = draft.take();
    setFiles([]);
    add({ client_id, content: text.trim(), files, voice: null }).then(
      (isStored) => isStored && draft.forget(client_id),
      () => {
        restore();
        setFiles(files);
        showNoRoom();
      },
    );
  };

  const sendVoice = ({ file, voice }: Recording) => {
    const item: UnsentFile = { name: file.name, file, kind: 'document', upload_id: null };
    // The text in the field stays; the reply goes with the voice message.
    draft.type({ reply_to_id: null });
    add({ client_id: newClientId(), content: '', files: [item], voice }).catch(showNoRoom);
  };

  return {
    text,
    isEmpty,
    isTooLong,
    limit,
    files,
    ...chosen,
    replied,
    change: (next: string) => {
      if (edited) setEdited({ ...edited, content: next });
      else draft.type({ content: next });
    },
    reply: (message: Message | null) => draft.type({ reply_to_id: message?.id ?? null }),
    send,
    sendVoice,
    /** Gives up a message that couldn't be sent. */
    discard: (clientId: string) => void Promise.all([outbox?.discard(clientId), draft.drop(clientId)]),
  };
}

export type MessageForm = ReturnType<typeof useMessageForm>;
