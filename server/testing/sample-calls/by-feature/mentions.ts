import { inSpace } from '../sample-content.ts';
import type { FeatureCalls } from '../sample-context.ts';

/** One valid call for each endpoint. */
export const sampleCalls: FeatureCalls<'mentions'> = {
  search_mentionable_members: { input: inSpace },
};
