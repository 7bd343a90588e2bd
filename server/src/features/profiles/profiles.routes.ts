import type { RouteBinder } from '#server/platform/http/routes.ts';
import type { Platform } from '#server/platform/platform.ts';
import { setOwnPicture } from './set-own-picture.ts';

export function profileRoutes(route: RouteBinder, { db }: Platform): void {
  route('update_own_picture', async ({ input, viewer }) => {
    return { user: await setOwnPicture(db, viewer.user_id, input.upload_id) };
  });
}
