import { inSpace } from '../sample-content.ts';
import type { FeatureCalls } from '../sample-context.ts';

/** One valid call for each endpoint. */
export const sampleCalls: FeatureCalls<'feed'> = {
  list_posts: { input: inSpace },
};
