import type { Lock } from '#contract/features/access/access.ts';
import type { Locator, SpaceContext, Viewer } from '#server/platform/access.ts';
import type { Db } from '#server/platform/db/database.ts';
import { listLocks, listOpenTo, type RuledItem } from '../../access/index.ts';
import { createLocator } from '../../members/index.ts';
import { spaceOfCategory } from './category-access.queries.ts';

type Scope = Pick<SpaceContext, 'space_id' | 'category_rules' | 'permissions'>;

/** Returns why the viewer can't open categories, by id. It takes one statement, or none if no category has rules. */
export async function listCategoryLocks(
  db: Db,
  viewer: Pick<Viewer, 'user_id'> | null,
  { space_id, category_rules, permissions }: Scope,
): Promise<Map<string, Lock>> {
  // The owner and admins can open every category.
  if (permissions.canEditSpace) return new Map();
  return await listLocks(db, { space_id, user_id: viewer?.user_id ?? null }, category_rules);
}

/** Returns the categories of a space that the viewer can't open, in a fixed order; usually none. */
export async function listClosedCategories(
  db: Db,
  viewer: Pick<Viewer, 'user_id'> | null,
  scope: Scope,
): Promise<string[]> {
  return [...(await listCategoryLocks(db, viewer, scope)).keys()].sort();
}

/** Returns those of the users, of whom `scopes` has one for each, who can open a category with these rules. It takes two statements at most. */
async function listAllowed(
  db: Db,
  scopes: ReadonlyMap<string | null, SpaceContext>,
  category: RuledItem,
): Promise<Set<string | null>> {
  const users = [...scopes];
  const [first] = scopes.values();
  if (!first) return new Set();
  const members = users.flatMap(([id, scope]) =>
    id && scope.role && !scope.permissions.canEditSpace ? id : [],
  );
  const [open, locks] = await Promise.all([
    listOpenTo(db, first.space_id, members, [[category]]),
    // People who aren't members meet the same rules, whoever they are.
    members.length < users.length
      ? listLocks(db, { space_id: first.space_id, user_id: null }, [category])
      : new Map(),
  ]);
  const allowed = users.filter(
    ([, { role, permissions }]) => permissions.canEditSpace || (role === null && locks.size === 0),
  );
  return new Set([...open, ...allowed.map(([id]) => id)]);
}

/**
 * Returns a locator that finds what `locator` does, unless it's in a category that the viewer can't open. `findCategory` returns the
 * category of an id. In spaces whose categories have no rules, it takes no statement more.
 */
export function inOpenCategory(
  locator: Locator,
  findCategory: (db: Db, id: string) => Promise<string | null>,
): Locator {
  const findRules = async (db: Db, { category_rules }: SpaceContext, id: string) => {
    if (category_rules.length === 0) return undefined;
    const categoryId = await findCategory(db, id);
    return category_rules.find((rules) => rules.id === categoryId);
  };
  const narrow = async (db: Db, viewer: Viewer | null, scope: SpaceContext | null, id: string) => {
    const rules = scope && (await findRules(db, scope, id));
    if (!rules) return scope;
    const closed = await listClosedCategories(db, viewer, { ...scope, category_rules: [rules] });
    return closed.length > 0 ? null : { ...scope, is_restricted: true as const };
  };
  return {
    ...locator,
    locate: async (db, viewer, id) => await narrow(db, viewer, await locator.locate(db, viewer, id), id),
    async locateForUsers(db, userIds, id) {
      const scopes = await locator.locateForUsers(db, userIds, id);
      const [any] = scopes.values();
      const rules = any && (await findRules(db, any, id));
      if (!rules) return scopes;
      const allowed = await listAllowed(db, scopes, rules);
      return new Map(
        [...scopes]
          .filter(([userId]) => allowed.has(userId))
          .map(([userId, scope]) => [userId, { ...scope, is_restricted: true as const }]),
      );
    },
    async locateCaller(db, token, id) {
      const caller = await locator.locateCaller(db, token, id);
      return { ...caller, scope: await narrow(db, caller.viewer, caller.scope, id) };
    },
  };
}

/** Finds a category that the viewer can open, for its live channel. */
export const openCategoryLocator = inOpenCategory(createLocator(spaceOfCategory), async (_db, id) => id);
