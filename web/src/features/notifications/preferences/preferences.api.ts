import type { QueryClient } from '@tanstack/react-query';
import { apiQuery } from '#web/lib/cache/query-client.ts';

/** The viewer's notification preferences in a space. */
export const spacePreferencesQuery = (space_id: string) =>
  apiQuery('get_effective_notification_preferences', { space_id });

/** The viewer's general notification preferences. */
export const generalPreferencesQuery = apiQuery('get_notification_preferences', {});

/** Requests the preferences of all spaces again that are on screen, and those of others when they are shown. */
export const invalidateSpacePreferences = (client: QueryClient): void =>
  void client.invalidateQueries({ queryKey: ['get_effective_notification_preferences'] });
