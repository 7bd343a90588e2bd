import { AppError } from '#server/platform/errors.ts';
import type { RouteBinder } from '#server/platform/http/routes.ts';
import { publish, userChannel } from '#server/platform/live/publish.ts';
import { decodeCursor, encodeCursor, isTimestamp, toPage } from '#server/platform/paging/cursor.ts';
import type { Platform } from '#server/platform/platform.ts';
import { requireActiveMember } from '../../members/index.ts';
import { type PersonRow, toContact, withOnline } from '../conversations/conversations.view.ts';
import { blockUser, unblockUser } from './block-user.ts';
import {
  disableChat,
  enableChat,
  findConnection,
  findSettings,
  isChatEnabled,
  listBlocked,
  listRecentContacts,
  listSuggestedPeople,
  searchPeople,
  upsertSettings,
} from './contacts.queries.ts';

const maxFound = 10;
const maxRecent = 5;
const maxSuggested = 10;
const blockedPageSize = 50;

export function contactRoutes(route: RouteBinder, platform: Platform): void {
  const { db, onlineUsers } = platform;
  const toPeople = (rows: PersonRow[]) => rows.map(toContact).map(withOnline(onlineUsers));

  route('search_people', async ({ input, viewer }) => ({
    people: toPeople(await searchPeople(db, viewer.user_id, { search: input.search, limit: maxFound })),
  }));

  route('list_recent_contacts', async ({ viewer }) => ({
    people: toPeople(await listRecentContacts(db, viewer.user_id, maxRecent)),
  }));

  route('list_suggested_people', async ({ viewer }) => ({
    people: toPeople(await listSuggestedPeople(db, viewer.user_id, maxSuggested)),
  }));

  route('get_user_connection_context', async ({ input, viewer }) => {
    const found = await findConnection(db, viewer.user_id, input.user_id);
    if (!found) throw new AppError('person_not_found');
    return { connection_type: found.space_name === null ? 'unknown' : 'shared_space', ...found };
  });

  route('block_user', async ({ input, viewer }) => {
    await blockUser(platform, viewer, input.user_id);
    return {};
  });

  route('unblock_user', async ({ input, viewer }) => {
    await unblockUser(db, viewer, input.user_id);
    return {};
  });

  route('list_blocked_users', async ({ input, viewer }) => {
    const rows = await listBlocked(db, viewer.user_id, {
      after: decodeCursor('blocked', input.cursor, isTimestamp),
      limit: blockedPageSize + 1,
    });
    const { page, next_cursor } = toPage(rows, blockedPageSize, ({ created_at, person }) =>
      encodeCursor('blocked', { at: created_at, id: person.id }),
    );
    return { people: page.map(({ person }) => person), next_cursor };
  });

  route('get_chat_settings', async ({ viewer }) => ({ settings: await findSettings(db, viewer.user_id) }));

  route('update_chat_settings', async ({ input, viewer }) => {
    const settings = await db.transaction().execute(async (tx) => {
      const changed = await upsertSettings(tx, viewer.user_id, input);
      await publish(tx, userChannel(viewer.user_id), 'chat_settings.changed', { settings: changed });
      return changed;
    });
    return { settings };
  });

  route('get_space_chat', async ({ viewer, scope }) => ({
    chat_enabled: await isChatEnabled(db, viewer.user_id, scope.space_id),
  }));

  route('set_space_chat', async ({ input, viewer, scope }) => {
    const { space_id } = scope;
    const { chat_enabled } = input;
    await db.transaction().execute(async (tx) => {
      await requireActiveMember(tx, space_id, viewer.user_id);
      const change = chat_enabled ? enableChat : disableChat;
      if (await change(tx, viewer.user_id, space_id))
        await publish(tx, userChannel(viewer.user_id), 'space_chat.changed', { space_id, chat_enabled });
    });
    return { chat_enabled };
  });
}
