import type { RawBuilder } from 'kysely';
import type { ErrorCode } from '#contract/errors.ts';
import type { ReactionTotals } from '#contract/values/reactions.ts';
import { type TargetKind, targetKinds } from '#contract/values/targets.ts';
import type { Locator, SpaceContext, Viewer } from './access.ts';
import type { Db, Tx } from './db/database.ts';
import type { ReactionChange } from './db/reaction-counts.ts';
import type { DB } from './db/schema.gen.ts';
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

export interface CountedReactions extends ReactionTotals {
  version: number;
}

/** A target after a reaction was counted. */
export interface ReactedTarget extends CountedReactions {
  author_id: string;
  /** The post of a comment. */
  post_id: string | null;
  /** Its text, for the notification. */
  text: string;
}

/** What reactions need. The contract declares which kinds of reactions a target takes (`values/reactions.ts`). */
export interface ReactableTarget {
  /**
   * For targets outside of spaces: checks that a user may give (or take back) reactions or list them. Throws the
   * not-found code or another error if not. For giving it locks what gives the user that right until the transaction
   * ends, and not the target, which `change` locks. In spaces, active members may give reactions, and who sees the
   * target may list them.
   */
  authorize?: (db: Db, input: { id: string; user_id: string; to: 'give' | 'list' }) => Promise<void>;
  /**
   * Counts a reaction with `countReaction`, in the columns `like_count` and `reaction_counts`, and publishes the totals.
   * Locks the target. Null if it is deleted.
   */
  change: (tx: Tx, id: string, change: ReactionChange) => Promise<ReactedTarget | null>;
  /** Its table, with the columns `id`, `deleted_at`, `version`, `like_count` and `reaction_counts`. */
  table: keyof DB;
}

/** A member of a space, and a target there. */
export interface MemberAndTarget {
  user_id: string;
  space_id: string;
  id: string;
  /** Of what is about a post, or a page of a course. */
  post_id: string | null;
}

/** What notifications need about a kind that can be closed to members who see it. */
export interface NotifiableTarget {
  /** Returns those of the entries whose member can open the target, or the post or page of it. */
  onlyReaders: <Entry extends MemberAndTarget>(db: Db, entries: readonly Entry[]) => Promise<Entry[]>;
}

/** Returns those of the entries whose members `listReaders` returns. It's asked once for all entries with the same key. */
export async function onlyReadersByKey<Entry extends MemberAndTarget>(
  entries: readonly Entry[],
  keyOf: (entry: Entry) => string,
  listReaders: (first: Entry, userIds: string[]) => Promise<string[]>,
): Promise<Entry[]> {
  const readable: Entry[] = [];
  for (const group of Map.groupBy(entries, keyOf).values()) {
    const [first] = group;
    if (!first) continue;
    const readers = new Set(await listReaders(first, [...new Set(group.map(({ user_id }) => user_id))]));
    readable.push(...group.filter(({ user_id }) => readers.has(user_id)));
  }
  return readable;
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
  notifications?: NotifiableTarget;
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
