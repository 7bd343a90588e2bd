import { newId } from '#server/platform/ids.ts';
import { inSpace } from '../sample-content.ts';
import type { FeatureCalls } from '../sample-context.ts';

/** One valid call for each endpoint. */
export const sampleCalls: FeatureCalls<'feed'> = {
  list_posts: { input: inSpace },
  list_category_posts: { input: (context) => ({ ...inSpace(context), category_id: newId() }) },
};
