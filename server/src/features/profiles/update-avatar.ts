import type { Account } from '#contract/users.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { getAccount, updateAvatar } from '../auth/index.ts';
import { attachUploads, toImage } from '../uploads/index.ts';

/**
 * Sets one of a person's avatar uploads as their avatar, or removes it. Returns their account.
 * @throws AppError `upload_not_found`
 */
export async function setAvatar(db: Database, userId: string, uploadId: string | null): Promise<Account> {
  return await db.transaction().execute(async (tx) => {
    const account = (await getAccount(tx, userId)) as Account;
    // It comes again if the response to the first request was lost.
    if (uploadId && account.avatar_url?.startsWith(`/files/${uploadId}/`)) return account;
    const at = nowIso();
    const [upload] = await attachUploads(tx, {
      user_id: userId,
      space_id: null,
      purpose: 'avatar',
      upload_ids: uploadId ? [uploadId] : [],
      at,
    });
    await updateAvatar(tx, userId, upload ? toImage(upload).url : null, at);
    return (await getAccount(tx, userId)) as Account;
  });
}
