import { analog } from './analog.ts';
import { bread } from './bread.ts';
import type { Community } from './community.ts';
import { games } from './games.ts';

/** The communities of the demo. */
export const communities: Community[] = [analog, bread, games];
