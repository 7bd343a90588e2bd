import type { AdministrativeAct } from '#contract/audit.ts';
import { nowText } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/ids.ts';
import { publish, userTopic } from '#server/platform/live/publish.ts';
import { insertAct, selectRunners } from './audit.queries.ts';

export interface Act {
  space_id: string;
  /** Who did it. */
  actor_id: string;
  act: AdministrativeAct;
  /** Whom it was done to. */
  target_user_id?: string | null;
  post_id?: string | null;
  comment_id?: string | null;
  details?: Record<string, string>;
}

/** Writes an administrative act into the space's log, in the transaction that does it, and tells those who run the space. */
export async function recordAct(tx: Tx, act: Act): Promise<void> {
  await insertAct(tx, {
    target_user_id: null,
    post_id: null,
    comment_id: null,
    details: {},
    ...act,
    id: newId(),
    created_at: nowText(),
  });
  const runners = await selectRunners(tx, act.space_id);
  await publish(tx, runners.map(userTopic), 'space.acted', { space_id: act.space_id });
}
