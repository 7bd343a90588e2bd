import { call } from '#web/lib/api/api-client.ts';

/** Deletes the user's upload that isn't posted yet. If that fails, a job on the server does it a day later. */
export function deleteUpload(id: string): void {
  call('delete_upload', { upload_id: id }).catch(() => {});
}
