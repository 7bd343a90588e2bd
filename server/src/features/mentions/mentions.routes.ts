import type { RouteBinder } from '#server/platform/http/routes.ts';
import type { Platform } from '#server/platform/platform.ts';
import { listMentionable } from './mentions.queries.ts';

/** Suggestions while a name is typed. */
const maxSuggestions = 10;

export function mentionRoutes(route: RouteBinder, { db }: Platform): void {
  route('search_mentionable_members', async ({ input, viewer, scope }) => ({
    people: await listMentionable(db, {
      space_id: scope.space_id,
      search: input.search,
      except: viewer.user_id,
      limit: maxSuggestions,
    }),
  }));
}
