import type { Conversation } from '#contract/features/chat/conversations.ts';
import { nowIso } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import type { RouteBinder } from '#server/platform/http/routes.ts';
import { getLiveState } from '#server/platform/live/live.queries.ts';
import { decodeCursor, encodeCursor, toPage } from '#server/platform/paging/cursor.ts';
import type { Platform } from '#server/platform/platform.ts';
import {
  addParticipants,
  leaveConversation,
  removeParticipant,
  setParticipantAdmin,
} from '../groups/change-participants.ts';
import { createGroup } from '../groups/create-group.ts';
import { listParticipants } from '../groups/groups.queries.ts';
import { updateGroup } from '../groups/update-group.ts';
import {
  markAllConversationsAsRead,
  markConversationAsRead,
  markConversationAsUnread,
  muteConversation,
} from '../reading/mark-conversations.ts';
import { acceptRequest, deleteRequest } from '../requests/accept-request.ts';
import { countUnread } from './conversations.queries.ts';
import { toPresence, withOnline } from './conversations.view.ts';
import { getOrCreateConversation } from './open-conversation.ts';
import { readConversation, readConversationBySlug, readConversations } from './read-conversations.ts';

const participantPageSize = 50;
const isPosition = (value: string) => /^[01]\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value);

export function conversationRoutes(route: RouteBinder, platform: Platform): void {
  const { db, onlineUsers } = platform;
  const showOnline = (conversation: Conversation): Conversation => ({
    ...conversation,
    other_participants: conversation.other_participants.map(withOnline(onlineUsers)),
  });
  /** Reads the live cursor before the data. */
  const withCursor = async <T extends object>(read: () => Promise<T>) => {
    const { last_seq: live_cursor } = await getLiveState(db);
    return { ...(await read()), live_cursor };
  };
  const one = (read: () => Promise<Conversation>) =>
    withCursor(async () => ({ conversation: showOnline(await read()) }));

  route('list_conversations', ({ input, viewer }) =>
    withCursor(async () => {
      const { conversations, next_cursor } = await readConversations(db, viewer.user_id, input);
      return { conversations: conversations.map(showOnline), next_cursor };
    }),
  );
  route('get_unread_conversations', ({ viewer }) =>
    withCursor(() => countUnread(db, viewer.user_id, nowIso())),
  );
  route('get_conversation', ({ input, viewer }) =>
    one(() => readConversation(db, viewer.user_id, input.conversation_id)),
  );
  route('find_conversation_by_slug', ({ input, viewer }) =>
    one(() => readConversationBySlug(db, viewer.user_id, input.slug)),
  );
  route('get_or_create_conversation', ({ input, viewer }) =>
    one(() => getOrCreateConversation(platform, viewer, input.user_id)),
  );
  route('create_group', ({ input, viewer }) => one(() => createGroup(platform, viewer, input)));
  route('update_group', ({ input, viewer }) => one(() => updateGroup(platform, viewer, input)));
  route('add_participants', ({ input, viewer }) => one(() => addParticipants(platform, viewer, input)));
  route('remove_participant', ({ input, viewer }) => one(() => removeParticipant(db, viewer, input)));
  route('set_participant_admin', ({ input, viewer }) => one(() => setParticipantAdmin(db, viewer, input)));
  route('leave_conversation', async ({ input, viewer }) => {
    await leaveConversation(db, viewer, input.conversation_id);
    return {};
  });

  participantRoutes(route, platform);
  route('mark_conversation_as_read', async ({ input, viewer }) => ({
    viewer_state: await markConversationAsRead(platform, viewer.user_id, input),
  }));
  route('mark_conversation_as_unread', async ({ input, viewer }) => ({
    viewer_state: await markConversationAsUnread(db, viewer.user_id, input.conversation_id),
  }));
  route('mark_all_conversations_as_read', async ({ viewer }) => ({
    count: await markAllConversationsAsRead(platform, viewer.user_id),
  }));
  route('mute_conversation', async ({ input, viewer }) => ({
    viewer_state: await muteConversation(db, viewer.user_id, input),
  }));
  route('accept_message_request', ({ input, viewer }) =>
    one(() => acceptRequest(platform, viewer, input.conversation_id)),
  );
  route('delete_message_request', async ({ input, viewer }) => {
    await deleteRequest(db, viewer, input.conversation_id);
    return {};
  });
}

function participantRoutes(route: RouteBinder, { db, onlineUsers }: Platform): void {
  route('list_participants', async ({ input, viewer }) => {
    const { status } = await readConversation(db, viewer.user_id, input.conversation_id);
    if (status === 'left' || status === 'removed') throw new AppError('not_in_conversation');
    const rows = await listParticipants(db, viewer.user_id, input.conversation_id, {
      search: input.search ?? '',
      after: decodeCursor('participants', input.cursor, isPosition),
      limit: participantPageSize + 1,
    });
    const { page, next_cursor } = toPage(rows, participantPageSize, ({ is_admin, joined_at, person }) =>
      encodeCursor('participants', { at: `${is_admin ? 0 : 1}${joined_at}`, id: person.id }),
    );
    const participants = page.map(({ person, is_admin, joined_at, last_active_at, hides_presence }) => ({
      ...person,
      user_id: person.id,
      is_admin,
      joined_at,
      ...toPresence(last_active_at, hides_presence),
    }));
    return { participants: participants.map(withOnline(onlineUsers)), next_cursor };
  });
}
