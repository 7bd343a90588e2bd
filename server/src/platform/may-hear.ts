import { canReadSpace, type Viewer } from './access.ts';
import type { Platform } from './platform.ts';

/** Whether a viewer may hear a topic: their own `user:`, and `space:` or `post:` wherever they may read the space. */
export async function mayHearTopic(
  platform: Platform,
  viewer: Viewer | null,
  topic: string,
): Promise<boolean> {
  const [kind, id] = topic.split(':');
  if (!kind || !id) return false;
  if (kind === 'user') return viewer?.user_id === id;
  const locator = platform.locators.get(`${kind}_id`);
  const scope = await locator?.locate(platform.db, viewer, id);
  return scope ? canReadSpace(scope) : false;
}
