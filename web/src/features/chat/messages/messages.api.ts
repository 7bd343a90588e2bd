import { infiniteQueryOptions, type QueryClient, skipToken, useQuery } from '@tanstack/react-query';
import type { Message, ReadPosition } from '#contract/features/chat/messages.ts';
import { writeEntities } from '#web/lib/cache/entity-cache.ts';
import { apiPages, getApiClient } from '#web/lib/cache/query-client.ts';
import { addOwnItem, type ListChanges, noChanges } from '#web/lib/list/list-changes.ts';
import { changesStore } from '#web/lib/list/live-list.ts';
import { messageEntity } from './message.entity.ts';

/** The position of a message in its conversation. */
export interface MessagePosition {
  id: string;
  seq: number;
}
export const toPosition = ({ id, seq }: Message): MessagePosition => ({ id, seq });

/** Where reading starts: `newest`, `first_unread`, `seq:12`, `date:2026-11-21`, or the ID of a message. */
export type MessageAnchor = string;

export interface MessagePage {
  positions: MessagePosition[];
  has_more_before: boolean;
  has_more_after: boolean;
  /** The message that the anchor found. */
  anchor_seq: number | null;
  live_cursor: number;
}
type PageParam = { before: number } | { after: number } | null;

/** Pages that are kept while one reads on; those at the other end are dropped and loaded again when they are needed. */
const maxPages = 12;

/** The messages of a conversation around an anchor, oldest first, 30 before and 30 after it, then 30 a page. */
export const messagePages = (conversationId: string, anchor: MessageAnchor) =>
  infiniteQueryOptions({
    queryKey: ['list_messages', { conversation_id: conversationId, anchor }] as const,
    queryFn: async ({ client, pageParam, signal }): Promise<MessagePage> => {
      const { messages, read_positions, ...page } = await getApiClient(client)(
        'list_messages',
        { conversation_id: conversationId, ...(pageParam ?? { anchor }) },
        { signal },
      );
      writeEntities(client, messageEntity, messages);
      for (const position of read_positions) advanceReadPosition(client, conversationId, position);
      return {
        ...page,
        positions: messages.map(toPosition),
        // A page beside another one isn't the end on that side.
        has_more_before: page.has_more_before || (pageParam !== null && 'after' in pageParam),
        has_more_after: page.has_more_after || (pageParam !== null && 'before' in pageParam),
      };
    },
    initialPageParam: null as PageParam,
    getNextPageParam: ({ has_more_after, positions }): PageParam => {
      const last = positions.at(-1);
      return has_more_after && last ? { after: last.seq } : null;
    },
    getPreviousPageParam: ({ has_more_before, positions }): PageParam => {
      const [first] = positions;
      return has_more_before && first ? { before: first.seq } : null;
    },
    maxPages,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Messages that were added to a conversation or deleted since its pages were loaded, whatever their anchor is. */
export const messageChanges = changesStore<string, ListChanges<MessagePosition>>('messages', noChanges);

/** Shows a message that the viewer has sent from here. */
export function showSentMessage(client: QueryClient, message: Message): void {
  writeEntities(client, messageEntity, [message]);
  messageChanges.update(client, message.conversation_id, (changes) =>
    addOwnItem(changes, toPosition(message)),
  );
}

/** Up to which message each participant has read, and when, by their ID. */
export type ReadPositions = Readonly<Record<string, Pick<ReadPosition, 'last_read_seq' | 'read_at'>>>;
const noPositions: ReadPositions = {};
const readKey = (conversationId: string) => ['read_positions', conversationId] as const;

/** Notes that a participant has read up to a message; a lower number changes nothing. */
export function advanceReadPosition(
  client: QueryClient,
  conversationId: string,
  { user_id, ...position }: ReadPosition,
): void {
  const now = client.getQueryData<ReadPositions>(readKey(conversationId)) ?? noPositions;
  if ((now[user_id]?.last_read_seq ?? -1) >= position.last_read_seq) return;
  client.setQueryData<ReadPositions>(readKey(conversationId), { ...now, [user_id]: position });
}

/** Notes that someone who had read everything before has also read the message that they sent. */
export function readBySending(client: QueryClient, { conversation_id, sender_id, seq }: Message): void {
  const position = client.getQueryData<ReadPositions>(readKey(conversation_id))?.[sender_id];
  if (position && position.last_read_seq >= seq - 1)
    advanceReadPosition(client, conversation_id, { ...position, user_id: sender_id, last_read_seq: seq });
}

export function useReadPositions(conversationId: string): ReadPositions {
  const { data } = useQuery<ReadPositions>({
    queryKey: readKey(conversationId),
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return data ?? noPositions;
}

/** The images of a conversation, those of the latest messages first. */
export const imagePages = (conversationId: string) =>
  apiPages('list_conversation_images', { conversation_id: conversationId }, (page) => page);

/** What a search of messages finds: in all conversations, or in one. */
export const foundMessages = (search: string, conversationId?: string) =>
  apiPages(
    'search_messages',
    { search, ...(conversationId === undefined ? {} : { conversation_id: conversationId }) },
    (page) => page,
  );
