import { defineEntity } from '#web/lib/cache/entity-cache.ts';

declare module '#web/lib/cache/entity-cache.ts' {
  interface Entities {
    /** A member's level in a space from the latest event. */
    member_level: { id: string; level: number; version: number };
  }
}

export const memberLevelEntity = defineEntity('member_level');
