import type { Conversation } from '#contract/features/chat/conversations.ts';
import type { Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type HookContext, runHooks } from '#server/platform/lifecycle.ts';
import { publishAll } from '#server/platform/live/publish.ts';
import { readConversation } from '../conversations/read-conversations.ts';
import { conversationChanged, insertSystemMessage, lockGroup, type SystemLine } from './change-group.ts';
import { attachIcon } from './create-group.ts';
import { updateGroupRow } from './groups.queries.ts';

/**
 * Changes the name or the icon of a group. What is missing or the same stays.
 * @throws AppError see `update_group` of the contract
 */
export async function updateGroup(
  context: HookContext & { db: Database },
  viewer: Viewer,
  input: {
    conversation_id: string;
    name?: string | undefined;
    icon_upload_id?: string | null | undefined;
  },
): Promise<Conversation> {
  const { conversation_id } = input;
  return await context.db.transaction().execute(async (tx) => {
    const { group } = await lockGroup(tx, { conversation_id, viewer_id: viewer.user_id, needsAdmin: true });
    const name = input.name !== undefined && input.name !== group.name ? input.name : undefined;
    const icon =
      input.icon_upload_id !== undefined && input.icon_upload_id !== group.icon_upload_id
        ? input.icon_upload_id
        : undefined;
    if (name !== undefined || icon !== undefined) {
      await attachIcon(tx, viewer.user_id, icon, nowIso());
      const version = await updateGroupRow(tx, group.id, {
        ...(name !== undefined && { name }),
        ...(icon !== undefined && { icon_upload_id: icon }),
      });
      const events = [conversationChanged(group.id, version)];
      const lines: SystemLine[] = [
        ...(name === undefined ? [] : [{ type: 'name_changed' as const, name }]),
        ...(icon === undefined ? [] : [{ type: 'icon_changed' as const }]),
      ];
      for (const line of lines)
        events.push(...(await insertSystemMessage(tx, group, viewer.user_id, line)).events);
      await publishAll(tx, events);
      if (icon !== undefined && group.icon_upload_id)
        await runHooks(tx, context, 'chatUploadsReleased', { upload_ids: [group.icon_upload_id] });
    }
    return await readConversation(tx, viewer.user_id, group.id);
  });
}
