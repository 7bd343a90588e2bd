import { analog } from './analog.ts';
import type { Community } from './community.ts';

/** The communities of the demo. */
export const communities: Community[] = [analog];
