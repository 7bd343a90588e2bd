import '#web/styles/lazy/chat.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import type { Conversation } from '#contract/features/chat/conversations.ts';
import type { Message } from '#contract/features/chat/messages.ts';
import { dateTimeFormat } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';
import { maxMessageRequestText } from '#contract/values/limits.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { useEntity } from '#web/lib/cache/entity-cache.ts';
import { useOutbox } from '#web/lib/outbox/use-outbox.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/progress.tsx';
import { useMediaQuery } from '#web/ui/use-media-query.ts';
import { MessageComposer } from '../composer/message-composer.tsx';
import { getMessageOutbox } from '../composer/message-outbox.ts';
import { useMessageForm } from '../composer/use-message-form.ts';
import { toConversationName } from '../conversations/conversation-text.ts';
import { conversationQuery } from '../conversations/conversations.api.ts';
import { DetailsPanel } from '../details/details-panel.tsx';
import { SearchPanel } from '../details/search-panel.tsx';
import { toOpeningAnchor } from '../messages/opening-anchor.ts';
import { canChange } from '../messages/use-message-actions.ts';
import { RequestCard } from '../people/request-card.tsx';
import { ArrivalLog } from './arrival-log.tsx';
import { MessageList } from './message-list.tsx';
import { type ThreadRow, toThreadRows } from './message-rows.ts';
import { SendBarrier } from './send-barrier.tsx';
import {
  MessageContext,
  ThreadContext,
  type ThreadContextValue,
  useMessageContextOf,
} from './thread-context.ts';
import { ThreadHeader } from './thread-header.tsx';
import { useJump } from './use-jump.ts';
import { useMessageWindow } from './use-message-window.ts';

export interface ThreadViewProps {
  conversationId: string;
  viewerId: string;
  /** The message to show; null opens where reading goes on. */
  startSeq: number | null;
  /** Shows a button that leads back to the list. */
  onBack?: (() => void) | undefined;
  /** The conversation is gone: a request was deleted. */
  onGone: () => void;
  /** Opens the direct conversation with a person of a group. */
  onMessage: (userId: string) => void;
  /** Buttons of the window around it. */
  actions?: ReactNode;
}

/** An open conversation. */
export function ThreadView(props: ThreadViewProps) {
  const { conversationId, onBack } = props;
  const conversation = useEntity('conversation', conversationId);
  const query = useQuery({ ...conversationQuery(conversationId), enabled: !conversation });
  if (conversation) return <OpenThread key={conversationId} {...props} conversation={conversation} />;
  if (!query.isError) return <ThreadSkeleton />;
  return (
    <section className="chat-view justify-center">
      <EmptyState
        title={t("Couldn't load this conversation")}
        action={
          <div className="flex gap-2">
            {onBack && <Button onClick={onBack}>{t('Back')}</Button>}
            <Button onClick={() => void query.refetch()}>{t('Try again')}</Button>
          </div>
        }
      >
        {toMessage(query.error, t('Please try again.'))}
      </EmptyState>
    </section>
  );
}

const dayOf = (at: string) =>
  dateTimeFormat({ year: 'numeric', month: '2-digit', day: '2-digit' }).format(Date.parse(at));

/** Returns the row to begin with: the message of the anchor, or the line above the new messages; null is the end. */
function toStartIndex(rows: readonly ThreadRow[], anchor: string, anchorSeq: number | null): number | null {
  const isJump = anchor !== 'newest' && anchor !== 'first_unread';
  const index = rows.findIndex((row) =>
    isJump ? 'seq' in row && anchorSeq !== null && row.seq >= anchorSeq : row.type === 'unread',
  );
  return index === -1 ? null : index;
}

/** The names of the people that are known here, by ID. */
function useNames({ other_participants }: Conversation, messages: readonly Message[]) {
  return useMemo(() => {
    const people = [...other_participants, ...messages.map(({ sender }) => sender)];
    return new Map(people.map((person) => [person.id, person.full_name]));
  }, [other_participants, messages]);
}

function useMessageOutbox(conversationId: string, viewerId: string) {
  const client = useQueryClient();
  const open = useMemo(
    () => () => getMessageOutbox(client, conversationId, viewerId),
    [client, conversationId, viewerId],
  );
  return useOutbox(open);
}

/** Everything that an open conversation shows and does. */
function useOpenThread(conversation: Conversation, viewerId: string, startSeq: number | null) {
  const { id } = conversation;
  const [editing, setEditing] = useState<Message | null>(null);
  const [sentCount, setSentCount] = useState(0);
  // The line above the new messages stays until the conversation is left.
  const [readSeq] = useState(conversation.unread_count > 0 ? conversation.last_read_seq : null);
  const jump = useJump(toOpeningAnchor(conversation), startSeq);
  const loaded = useMessageWindow(id, jump.anchor);
  const [outbox, pending] = useMessageOutbox(id, viewerId);
  const names = useNames(conversation, loaded.messages);
  const isNewest = !loaded.pages.hasNextPage;
  const rows = useMemo(
    () =>
      toThreadRows({
        messages: loaded.messages,
        pending: isNewest ? pending : [],
        viewerId,
        readSeq,
        toDay: dayOf,
      }),
    [loaded.messages, pending, isNewest, viewerId, readSeq],
  );
  const form = useMessageForm({
    conversation,
    viewerId,
    outbox,
    editing,
    onEdited: () => setEditing(null),
    onSent: () => {
      setSentCount((count) => count + 1);
      if (!isNewest) jump.jumpToNewest();
    },
  });
  const editLast = () => {
    const now = serverNow();
    const last = loaded.messages.findLast((one) => one.kind === 'text' && canChange(one, viewerId, now));
    if (last) setEditing(last);
  };
  const context: ThreadContextValue = {
    conversation,
    viewerId,
    outbox,
    pending,
    reply: (message) => {
      setEditing(null);
      form.reply(message);
    },
    edit: setEditing,
    discard: form.discard,
    jumpTo: (seq) =>
      jump.jumpTo(
        seq,
        rows.some((row) => 'seq' in row && row.seq === seq),
      ),
    markedSeq: jump.markedSeq,
  };
  return { context, names, rows, loaded, jump, form, editing, setEditing, editLast, sentCount };
}

type OpenThreadState = ReturnType<typeof useOpenThread>;

function OpenThread({
  conversation,
  viewerId,
  startSeq,
  onBack,
  onGone,
  onMessage,
  actions,
}: ThreadViewProps & { conversation: Conversation }) {
  const [panel, setPanel] = useState<'search' | 'details' | null>(null);
  const isPhone = useMediaQuery('(width < 48rem)');
  const thread = useOpenThread(conversation, viewerId, startSeq);
  const { context, names, rows, loaded, jump, sentCount } = thread;
  const messageContext = useMessageContextOf(context);
  return (
    <ThreadContext value={context}>
      <section className="chat-view" aria-label={toConversationName(conversation)}>
        <ThreadHeader
          conversation={conversation}
          nameOf={(userId) => names.get(userId)}
          onBack={onBack}
          onPanel={setPanel}
          actions={actions}
        />
        <MessageContext value={messageContext}>
          <ThreadBody rows={rows} loaded={loaded} jump={jump} sentCount={sentCount} />
        </MessageContext>
        {loaded.pages.data && (
          <ArrivalLog
            messages={loaded.messages}
            lastSeq={Math.max(conversation.last_seq, loaded.lastSeq)}
            viewerId={viewerId}
          />
        )}
        <ThreadFoot conversation={conversation} thread={thread} onGone={onGone} />
        {panel === 'search' && (
          <SearchPanel
            conversationId={conversation.id}
            onJump={(anchor) => {
              jump.jumpToAnchor(anchor);
              // The panel covers the messages there.
              if (isPhone) setPanel(null);
            }}
            onClose={() => setPanel(null)}
          />
        )}
        {panel === 'details' && (
          <DetailsPanel
            conversation={conversation}
            viewerId={viewerId}
            onMessage={onMessage}
            onClose={() => setPanel(null)}
          />
        )}
      </section>
    </ThreadContext>
  );
}

interface ThreadFootProps {
  conversation: Conversation;
  thread: OpenThreadState;
  onGone: () => void;
}

/** Where the viewer writes, or why they can't. */
function ThreadFoot({ conversation, thread, onGone }: ThreadFootProps) {
  const { form, editing, setEditing, editLast } = thread;
  return (
    <footer className="chat-foot" data-floor="">
      {conversation.status === 'request_received' ? (
        <RequestCard conversation={conversation} onGone={onGone} />
      ) : conversation.can.send ? (
        <>
          {conversation.will_send_request && (
            <p className="pb-2 text-center text-sm text-soft">
              {t(
                '{name} will get a message request. You can send one message of up to {max, number} characters.',
                {
                  name: toConversationName(conversation),
                  max: maxMessageRequestText,
                },
              )}
            </p>
          )}
          <MessageComposer
            form={form}
            editing={editing}
            onEditLast={editLast}
            onCancelEdit={() => setEditing(null)}
          />
        </>
      ) : (
        <SendBarrier conversation={conversation} />
      )}
    </footer>
  );
}

interface ThreadBodyProps {
  rows: readonly ThreadRow[];
  loaded: ReturnType<typeof useMessageWindow>;
  jump: ReturnType<typeof useJump>;
  sentCount: number;
}

/** The messages, or why there are none yet. */
function ThreadBody({ rows, loaded, jump, sentCount }: ThreadBodyProps) {
  const { pages, apart, anchorSeq } = loaded;
  if (rows.length === 0) {
    if (pages.isPending) return <MessagesSkeleton />;
    if (pages.isError)
      return (
        <div className="thread-frame place-content-center" role="alert">
          <EmptyState
            title={t('Failed to fetch messages')}
            action={<Button onClick={() => void pages.refetch()}>{t('Try again')}</Button>}
          >
            {toMessage(pages.error, t('Please try again.'))}
          </EmptyState>
        </div>
      );
    return <NoMessages />;
  }
  return (
    <MessageList
      key={jump.anchor}
      rows={rows}
      window={loaded}
      startIndex={toStartIndex(rows, jump.anchor, anchorSeq)}
      apartCount={apart.length}
      onNewest={jump.jumpToNewest}
      sentCount={sentCount}
      target={jump.target}
    />
  );
}

function NoMessages() {
  return (
    <div className="thread-frame place-content-center">
      <EmptyState title={t('No messages yet')}>{t('Say hello.')}</EmptyState>
    </div>
  );
}

function MessagesSkeleton() {
  return (
    <div className="thread-frame" aria-busy="true">
      <span className="sr-only">{t('Loading')}</span>
      <div className="thread-skeleton">
        {[45, 30, 60, 35, 50].map((width, index) => (
          <Skeleton
            key={width}
            shape="block"
            width={`${width}%`}
            height="2.5rem"
            className={index % 2 === 1 ? 'ml-auto' : undefined}
          />
        ))}
      </div>
    </div>
  );
}

/** In place of a conversation whose name isn't known yet. */
export function ThreadSkeleton() {
  return (
    <section className="chat-view">
      <div className="chat-head">
        <Skeleton shape="circle" width="2.5rem" height="2.5rem" />
        <Skeleton width="9rem" />
      </div>
      <MessagesSkeleton />
      <div className="chat-foot" aria-hidden="true">
        <div className="message-composer chat-foot-room" />
      </div>
    </section>
  );
}
