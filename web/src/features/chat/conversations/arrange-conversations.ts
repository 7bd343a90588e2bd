import type { Conversation } from '#contract/features/chat/conversations.ts';
import type { ListChanges } from '#web/lib/list/list-changes.ts';
import { sortList } from '#web/lib/list/sort-list.ts';
import type { ConversationFilter, ConversationPage, ConversationRow } from './conversations.api.ts';

interface Arrangement {
  pages: readonly ConversationPage[];
  hasNextPage: boolean;
  changes: ListChanges<ConversationRow>;
  /** Returns a conversation from the cache. */
  find: (id: string) => Conversation | undefined;
  filter: ConversationFilter;
}

const timeOf = ({ last_message_at, created_at }: Conversation) => Date.parse(last_message_at ?? created_at);

/** Whether a conversation that arrived after the pages belongs to the list. */
function belongs(
  { status, unread_count, is_marked_unread }: Conversation,
  filter: ConversationFilter,
): boolean {
  if ((status === 'request_received') !== (filter.filter === 'requests')) return false;
  return filter.filter !== 'unread' || unread_count > 0 || is_marked_unread;
}

/** Returns the conversations of a list, the one with the latest message first. Those on screen stay until it's reloaded. */
export function arrangeConversations({
  pages,
  hasNextPage,
  changes,
  find,
  filter,
}: Arrangement): Conversation[] {
  const entries = pages.flatMap(({ rows }) => rows.flatMap(({ id }) => find(id) ?? []));
  const loaded = new Set(entries.map(({ id }) => id));
  const added = changes.added.flatMap((item) => {
    const entry = find(item.entry.id);
    const isShown = entry && (loaded.has(entry.id) || belongs(entry, filter));
    // Their position is that of the conversation now, not that of the event.
    return isShown ? [{ ...item, entry, seq: 1 }] : [];
  });
  const { items } = sortList(
    {
      entries: entries.filter(
        ({ status }) => (status === 'request_received') === (filter.filter === 'requests'),
      ),
      cursor: 0,
      newest: 'first',
      hasOlder: hasNextPage,
      compare: (a, b) => timeOf(b) - timeOf(a) || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0),
    },
    { ...changes, added, removed: {} },
  );
  return items;
}
