import type { Account } from '#contract/users.ts';
import { nowText } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { selectAccount, updateAvatar } from '../auth/index.ts';
import { attachUploads, toPicture } from '../uploads/index.ts';

/**
 * Shows one of a person's own avatar uploads as their picture, or none; answers their account.
 * @throws AppError `upload_not_found`
 */
export async function setOwnPicture(db: Database, userId: string, uploadId: string | null): Promise<Account> {
  return await db.transaction().execute(async (tx) => {
    const at = nowText();
    const [upload] = await attachUploads(tx, {
      user_id: userId,
      space_id: null,
      purpose: 'avatar',
      upload_ids: uploadId ? [uploadId] : [],
      at,
    });
    await updateAvatar(tx, userId, upload ? toPicture(upload).url : null, at);
    return (await selectAccount(tx, userId)) as Account;
  });
}
