import type { RouteBinder } from '#server/platform/http/routes.ts';
import type { Platform } from '#server/platform/platform.ts';
import { updateWelcome } from './update-welcome.ts';

export function welcomeRoutes(route: RouteBinder, { db }: Platform): void {
  route('mark_looked_around', async ({ viewer, scope }) => {
    await updateWelcome(db, viewer, scope.space_id, 'looked_around');
    return {};
  });

  route('dismiss_welcome', async ({ viewer, scope }) => {
    await updateWelcome(db, viewer, scope.space_id, 'dismissed');
    return {};
  });
}
