import type { RouteBinder } from '#server/platform/http/routes.ts';
import type { Platform } from '#server/platform/platform.ts';
import { toFolder } from '../courses.view.ts';
import { createFolder } from './create-folder.ts';
import { deleteFolder, restoreFolder } from './delete-folder.ts';
import { moveFolder } from './move-folder.ts';
import { updateFolder } from './update-folder.ts';

export function folderRoutes(route: RouteBinder, platform: Platform): void {
  route('create_course_folder', async ({ input, viewer, scope }) => {
    return { folder: toFolder(await createFolder(platform, viewer, scope, input)) };
  });

  route('update_course_folder', async ({ input, viewer, scope }) => {
    return { folder: toFolder(await updateFolder(platform, viewer, scope, input)) };
  });

  route('delete_course_folder', async ({ input, viewer, scope }) => {
    await deleteFolder(platform, viewer, scope, input.folder_id);
    return {};
  });

  route('restore_course_folder', async ({ input, viewer, scope }) => {
    return { folder: toFolder(await restoreFolder(platform, viewer, scope, input.folder_id)) };
  });

  route('move_course_folder', async ({ input, viewer, scope }) => {
    await moveFolder(platform, viewer, scope, input);
    return {};
  });
}
