import type { Notification } from '#contract/features/notifications/notifications.ts';
import { defineEntity } from '#web/lib/cache/entity-cache.ts';

declare module '#web/lib/cache/entity-cache.ts' {
  interface Entities {
    notification: Notification;
  }
}

export const notificationEntity = defineEntity('notification');
