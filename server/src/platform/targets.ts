import type { RawBuilder } from 'kysely';
import type { ErrorCode } from '#contract/errors.ts';
import type { ReactionKind } from '#contract/values/reactions.ts';
import { type TargetKind, targetKinds } from '#contract/values/targets.ts';
import type { Locator, SpaceContext, Viewer } from './access.ts';
import type { Db, Tx } from './db/database.ts';
import type { HookContext } from './lifecycle.ts';

/** Whose an existing target is, and where. */
export interface FoundTarget {
  author_id: string;
  /** The post that it is or belongs to. */
  post_id: string | null;
}

/** What reports about a kind need. */
export interface ReportableTarget {
  /**
   * Returns one of the space that isn't deleted; null for anything else. It is locked against deletion until the
   * transaction ends, except members: callers lock their membership (`locks_membership`).
   */
  find: (tx: Tx, spaceId: string, id: string) => Promise<FoundTarget | null>;
  locks_membership: boolean;
  /** Names it in an email: "a post by Ann". Called in the recipient's locale. */
  label: (author: string) => string;
  /**
   * Its content for the case `m`, as a statement that returns no row or one with `excerpt`, `body` (sanitized HTML),
   * `deleted_at` and `attached` (`attachedColumns`); null if it has no content of its own.
   */
  content: RawBuilder<unknown> | null;
}

/** The author of removed content, whoever removed it. */
interface RemovalReader {
  user_id: string;
  space_id: string;
}

/** What removals by moderators need. */
export interface RemovableTarget {
  /** Deletes it for a reason that its author sees. Throws the not-found code if it is deleted. */
  remove: (
    tx: Tx,
    context: HookContext,
    viewer: Viewer,
    scope: SpaceContext,
    removal: { id: string; reason: string },
  ) => Promise<void>;
  /**
   * The author's removed content that they haven't acknowledged, as a statement with `kind`, `id`, `post_id`, `slug`,
   * `title`, `excerpt` or `body` (sanitized HTML), `reason` and `removed_at`.
   */
  unacknowledged: (reader: RemovalReader) => RawBuilder<unknown>;
  /** Records that the author has read the reason. Does nothing for any other id. */
  acknowledge: (tx: Tx, removal: RemovalReader & { id: string; at: string }) => Promise<void>;
}

/** A target after a reaction was counted. */
export interface ReactedTarget {
  author_id: string;
  /** The post of a comment. */
  post_id: string | null;
  /** The beginning of its text, for the notification. */
  text: string;
  count: number;
  version: number;
}

/** How a kind of target counts one kind of reaction. */
export interface ReactionCounter {
  /** Counts a reaction that was given (1) or taken back (-1) and publishes the totals. Null if the target is deleted. */
  change: (tx: Tx, id: string, change: { by: 1 | -1; actor_id: string }) => Promise<ReactedTarget | null>;
  /** Returns the number of reactions; null if the target is deleted. */
  totals: (db: Db, id: string) => Promise<{ count: number; version: number } | null>;
}

/** What reactions need. */
export interface ReactableTarget {
  /** The kinds of reactions that can be given to it. */
  counters: { readonly [Kind in ReactionKind]?: ReactionCounter };
  /** Whether the reactions to `target_id` of `r` are shown, as a condition. */
  isShown: RawBuilder<unknown>;
}

/** What a feature registers for a kind of target. */
export interface TargetDefinition {
  notFound: ErrorCode;
  /**
   * Finds its space and so who may see it, also for the path parameter and the live channel of the kind. Null for a
   * kind that is addressed by its space and another parameter.
   */
  locator: Locator | null;
  /** What members can do with it; what is missing isn't possible with this kind. */
  reports?: ReportableTarget;
  removals?: RemovableTarget;
  reactions?: ReactableTarget;
}

export type Targets = Readonly<Record<TargetKind, TargetDefinition>>;
type Capability = 'reports' | 'removals' | 'reactions';

/** Returns the definitions of all kinds. Throws if a kind is missing or registered twice. */
export function collectTargets(features: { name: string; targets?: Partial<Targets> }[]): Targets {
  const found: Partial<Record<TargetKind, TargetDefinition>> = {};
  for (const { name, targets = {} } of features)
    for (const [kind, definition] of Object.entries(targets) as [TargetKind, TargetDefinition][]) {
      if (found[kind]) throw new Error(`The feature ${name} registers the target ${kind} again`);
      found[kind] = definition;
    }
  const missing = targetKinds.filter((kind) => !found[kind]);
  if (missing.length > 0) throw new Error(`No feature registers the targets ${missing.join(', ')}`);
  return found as Targets;
}

/** Returns what a kind needs for reports, removals or reactions. Throws if it doesn't have them. */
export function capabilityOf<C extends Capability>(
  targets: Targets,
  kind: TargetKind,
  capability: C,
): NonNullable<TargetDefinition[C]> {
  const found = targets[kind][capability];
  if (!found) throw new Error(`The target ${kind} has no ${capability}`);
  return found;
}

/** Returns what all kinds with a capability registered for it. */
export const allWith = <C extends Capability>(
  targets: Targets,
  capability: C,
): NonNullable<TargetDefinition[C]>[] =>
  targetKinds.flatMap((kind) => (targets[kind][capability] ? [capabilityOf(targets, kind, capability)] : []));

/** Returns the locators of the kinds, by path parameter: `post_id`. */
export const locatorsOf = (targets: Targets): [string, Locator][] =>
  targetKinds.flatMap((kind) => {
    const { locator } = targets[kind];
    return locator ? [[`${kind}_id`, locator] as [string, Locator]] : [];
  });
