import type { Space, SpaceSummary } from '#contract/features/spaces/spaces.ts';
import type { Person } from '#contract/users.ts';
import { defineEntity } from './entity-cache.ts';

// People and spaces, which many features show. The others are declared by their features.
declare module './entity-cache.ts' {
  interface Entities {
    person: Person;
    /** Complete once a page of the space has been opened; otherwise a summary from a list. */
    space: SpaceSummary & Partial<Space>;
  }
}

export const personEntity = defineEntity('person');
export const spaceEntity = defineEntity('space');
