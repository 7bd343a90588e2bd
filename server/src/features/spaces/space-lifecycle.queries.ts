/* Creates spaces. Called only by the action that runs the hooks of this change. */
import type { SpaceTopic } from '#contract/values/topics.ts';
import type { Db } from '#server/platform/db/database.ts';

export async function insertSpace(
  db: Db,
  space: {
    id: string;
    name: string;
    subdomain: string;
    owner_id: string;
    description: string | null;
    is_private: boolean;
    primary_color: string;
    topic: SpaceTopic | null;
    pricing_type: 'free' | 'paid';
    price_per_month: number | null;
    created_at: string;
    updated_at: string;
  },
): Promise<void> {
  await db.insertInto('spaces').values(space).execute();
}
