import { notFoundCodes } from '#contract/schema/implied-errors.ts';
import type { TargetDefinition } from '#server/platform/targets.ts';
import { createLocator } from '../members/index.ts';
import { spaceOfEvent } from './calendar.queries.ts';
import { eventNotifications } from './event-access/list-event-readers.ts';

export const eventLocator = createLocator(spaceOfEvent);

export const eventTarget: TargetDefinition = {
  notFound: notFoundCodes.event_id,
  locator: eventLocator,
  notifications: eventNotifications,
};
