import { createLocator } from '../members/index.ts';
import { spaceOfEvent } from './calendar.queries.ts';

export const eventLocator = createLocator(spaceOfEvent);
