import type { Config } from './config.ts';
import type { Tx } from './db/database.ts';
import type { RateLimits } from './http/limits/rate-limit.ts';
import type { Jobs } from './jobs/jobs.ts';

type Role = 'owner' | 'admin' | 'member';

/** Changes that several features react to, with what their hooks get. */
export interface LifecycleEvents {
  /** Someone became an active member: they joined, were admitted, came back, or created the space. */
  membershipStarted: { space_id: string; user_id: string; role: Role; joined_at: string };
  /** Roles of active members changed. The member whose new role is `owner` becomes the owner of the space. */
  rolesChanged: { space_id: string; changes: { user_id: string; role: Role }[] };
  /** An active member left, was removed by a moderator, or was banned. */
  membershipEnded: { space_id: string; user_id: string; reason: 'left' | 'removed' | 'banned' };
  /**
   * A moderator banned someone, after `membershipEnded` if they were a member. Banning a banned person again runs it again,
   * with `was: 'banned'`.
   */
  memberBanned: {
    space_id: string;
    user_id: string;
    banned_by: string;
    was: 'member' | 'former_member' | 'banned';
  };
  postCreated: {
    space_id: string;
    post_id: string;
    user_id: string;
    client_id: string;
    created_at: string;
  };
  postDeleted: { space_id: string; post_id: string; user_id: string };
  commentDeleted: { space_id: string; comment_id: string; user_id: string };
}

/** The parts of the platform that hooks may use. Actions that run hooks need them all. */
export interface HookContext {
  hooks: Hooks;
  config: Config & { databaseUrl: string };
  jobs: Jobs;
  publicUrl: () => string;
  secret: string;
  rateLimits: RateLimits;
}

type Hook<E extends keyof LifecycleEvents> = (
  tx: Tx,
  event: LifecycleEvents[E],
  context: HookContext,
) => Promise<void>;

/** The hooks of one feature: what it does in the transaction that makes the change. */
export type FeatureHooks = { [E in keyof LifecycleEvents]?: Hook<E> };

/** The hooks of all features, each list in the order in which they run. */
export type Hooks = { [E in keyof LifecycleEvents]: Hook<E>[] };

/**
 * Assembles the hooks of all features. `order` lists the features that have hooks, first the one that runs first.
 * @throws if a feature with hooks isn't listed, or the list contains another name
 */
export function assembleHooks(
  features: { name: string; hooks?: FeatureHooks }[],
  order: readonly string[],
): Hooks {
  const named = new Map(features.flatMap(({ name, hooks }) => (hooks ? [[name, hooks] as const] : [])));
  for (const name of named.keys())
    if (!order.includes(name)) throw new Error(`The hooks of ${name} have no position in hook-order.ts`);
  const ordered = order.map((name) => {
    const hooks = named.get(name);
    if (!hooks) throw new Error(`hook-order.ts lists ${name}, which has no hooks`);
    return hooks;
  });
  const listOf = <E extends keyof LifecycleEvents>(event: E): Hook<E>[] =>
    ordered.flatMap((hooks): Hook<E>[] => {
      const hook = hooks[event];
      return hook ? [hook] : [];
    });
  return {
    membershipStarted: listOf('membershipStarted'),
    rolesChanged: listOf('rolesChanged'),
    membershipEnded: listOf('membershipEnded'),
    memberBanned: listOf('memberBanned'),
    postCreated: listOf('postCreated'),
    postDeleted: listOf('postDeleted'),
    commentDeleted: listOf('commentDeleted'),
  };
}

/** Runs the hooks of a change in its transaction, one after another. If one throws, the transaction is rolled back. */
export async function runHooks<E extends keyof LifecycleEvents>(
  tx: Tx,
  context: HookContext,
  name: E,
  event: LifecycleEvents[E],
): Promise<void> {
  const hooks: Hook<E>[] = context.hooks[name];
  for (const hook of hooks) await hook(tx, event, context);
}
