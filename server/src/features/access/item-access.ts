import type { AccessSettings } from '#contract/features/access/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { publish, spaceChannel, userChannel } from '#server/platform/live/publish.ts';
import { grants } from './give-grants.ts';
import type { NamedItem } from './record-access.ts';
import { refuseCycles, saveAccess } from './save-access.ts';

/** How an item of a feature is locked while who can open it is written, and what is published then. */
export interface AccessWrite<Item extends NamedItem = NamedItem> {
  /** Runs a write in a transaction that has locked the item. */
  edit: <T>(work: (tx: Tx, item: Item) => Promise<T>) => Promise<T>;
  /**
   * The event that makes pages request what they show again, of one user or of the space. Or a function that publishes that rules
   * have changed, for null, or the access of these users.
   */
  changed:
    | 'categories.changed'
    | 'calendar.changed'
    | ((tx: Tx, item: Item, userIds: string[] | null) => Promise<void>);
}

type Changed<Item extends NamedItem> = AccessWrite<Item>['changed'];

async function publishChange<Item extends NamedItem>(
  tx: Tx,
  changed: Changed<Item>,
  item: Item,
  userIds: string[] | null,
): Promise<void> {
  if (userIds?.length === 0) return;
  if (typeof changed === 'function') return await changed(tx, item, userIds);
  const [only] = userIds?.length === 1 ? userIds : [];
  const channel = only === undefined ? spaceChannel(item.space_id) : userChannel(only);
  await publish(tx, channel, changed, { space_id: item.space_id });
}

/**
 * Stores who can open an item. Returns the rules; null without any.
 * @throws AppError `prerequisite_not_found`, `prerequisite_cycle`, and the code of an item that isn't found
 */
async function setRules<Item extends NamedItem>(
  { edit, changed }: AccessWrite<Item>,
  { match, rules }: AccessSettings,
  actorId: string,
): Promise<AccessSettings | null> {
  return await edit(async (tx, item) => {
    const access = await saveAccess(tx, item, { match, rules }, actorId);
    await publishChange(tx, changed, item, null);
    return access;
  });
}

interface GrantInput {
  client_id: string;
  to: { user_id: string } | { min_level: number; min_days: number };
}

/**
 * Gives members access to an item. Returns how many didn't have it.
 * @throws AppError `member_not_found` if the only one isn't a member, and the code of an item that isn't found
 */
async function giveAccess<Item extends NamedItem>(
  { edit, changed }: AccessWrite<Item>,
  { client_id, to }: GrantInput,
  granted_by: string,
): Promise<number> {
  return await edit(async (tx, item) => {
    const userIds = await grants.give(tx, { item, to, client_id, granted_by, at: nowIso() });
    await publishChange(tx, changed, item, userIds);
    return userIds.length;
  });
}

/** Takes back access to an item that was given. Returns from how many. */
async function takeAccess<Item extends NamedItem>(
  { edit, changed }: AccessWrite<Item>,
  { from }: { from: { user_id: string } | { client_id: string } },
  taken_by: string,
): Promise<number> {
  return await edit(async (tx, item) => {
    const userIds = await grants.take(tx, { item, from, taken_by });
    await publishChange(tx, changed, item, userIds);
    return userIds.length;
  });
}

/** The writes of who can open an item. `save` and `refuseCycles` are parts of a transaction that creates or changes the item. */
export const itemAccess = {
  save: saveAccess,
  set: setRules,
  give: giveAccess,
  take: takeAccess,
  refuseCycles,
};
