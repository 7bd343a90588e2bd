import type { NotificationType } from '../features/notifications/notification-types.ts';
import type { Message } from '../i18n/translate.ts';
import { maxMessageEmoji } from './limits.ts';
import type { SpaceTargetKind, TargetKind } from './targets.ts';

interface ReactableDeclaration {
  /** How many different emoji one target can have, besides the kinds that are declared for it; 0 for none. */
  max_emoji: number;
}

/** What can be reacted to. Endpoints for giving, taking back and listing reactions follow from it. */
export const reactableTargets = {
  post: { max_emoji: 0 },
  comment: { max_emoji: 0 },
  message: { max_emoji: maxMessageEmoji },
} as const satisfies Partial<Record<TargetKind, ReactableDeclaration>>;
export type ReactableKind = keyof typeof reactableTargets;
/** Those that are part of a space. */
export type SpaceReactableKind = Extract<ReactableKind, SpaceTargetKind>;

interface ReactionDeclaration {
  /** What it can be given to. */
  targets: readonly ReactableKind[];
  /** Whether a reaction by another member earns the author a point. Only for targets in a space. */
  earns_point: boolean;
  /** The notification that the author gets; null for none. Only for targets in a space. */
  notification: NotificationType | null;
  /** Its button; null for likes, which have a button, a total (`like_count`) and endpoints of their own. */
  button: { emoji: string; label: Message } | null;
}

/**
 * The kinds of reactions. A user gives each kind at most once to the same target. Where a target takes emoji, each emoji
 * is a kind too, without points and notifications.
 */
export const reactionKinds = {
  like: { targets: ['post', 'comment'], earns_point: true, notification: 'post_like', button: null },
} as const satisfies Record<string, ReactionDeclaration>;

/** A key of `reactionKinds`, or an emoji. */
export type ReactionKind = keyof typeof reactionKinds | (string & {});

const undeclared: ReactionDeclaration = { targets: [], earns_point: false, notification: null, button: null };
const declarations: Readonly<Record<string, ReactionDeclaration>> = reactionKinds;

/** Returns what a kind of reaction brings. An emoji brings nothing. */
export const reactionOf = (kind: ReactionKind): ReactionDeclaration =>
  Object.hasOwn(declarations, kind) ? (declarations[kind] ?? undeclared) : undeclared;

/** The declared kinds that can be given to a target, with their buttons; without likes. */
export const buttonsOf = (target: ReactableKind): { kind: ReactionKind; emoji: string; label: Message }[] =>
  Object.entries(declarations).flatMap(([kind, { targets, button }]) =>
    button && targets.includes(target) ? [{ kind, ...button }] : [],
  );

/** Returns whether a text is one emoji: a sequence that is recommended for interchange, such as a flag or a family. */
export const isEmoji = (text: string): boolean => /^\p{RGI_Emoji}$/v.test(text);

/** Returns whether a kind can be given to a target. */
export function isReactionTo(target: ReactableKind, kind: ReactionKind): boolean {
  if (reactionOf(kind).targets.includes(target)) return true;
  return reactableTargets[target].max_emoji > 0 && isEmoji(kind);
}

/** The totals of a target: the likes, and how many gave each other kind. Kinds that nobody gave aren't listed. */
export interface ReactionTotals {
  like_count: number;
  reaction_counts: Readonly<Record<string, number>>;
}

/** What the viewer gave. `my_reactions` are the other kinds, sorted. */
export interface ViewerReactions {
  has_liked: boolean;
  my_reactions: string[];
}

/** Returns what someone gave who gave these kinds. */
export const toViewerReactions = (kinds: readonly string[] | null): ViewerReactions => ({
  has_liked: kinds?.includes('like') ?? false,
  my_reactions: (kinds ?? []).filter((kind) => kind !== 'like').toSorted(),
});

/** Returns whether someone gave a kind. */
export const hasReacted = ({ has_liked, my_reactions }: ViewerReactions, kind: ReactionKind): boolean =>
  kind === 'like' ? has_liked : my_reactions.includes(kind);

/** Returns how many gave a kind. */
export const countOf = ({ like_count, reaction_counts }: ReactionTotals, kind: ReactionKind): number =>
  kind === 'like' ? like_count : (reaction_counts[kind] ?? 0);

/** Returns what someone gave, after they gave a kind or took it back. */
export function withReaction(
  { has_liked, my_reactions }: ViewerReactions,
  kind: ReactionKind,
  isGiven: boolean,
): ViewerReactions {
  if (kind === 'like') return { has_liked: isGiven, my_reactions };
  const others = my_reactions.filter((other) => other !== kind);
  return { has_liked, my_reactions: isGiven ? [...others, kind].toSorted() : others };
}

/** Returns the totals with another count of one kind, which is never below 0. */
export function withCount(
  { like_count, reaction_counts }: ReactionTotals,
  kind: ReactionKind,
  count: number,
): ReactionTotals {
  if (kind === 'like') return { like_count: Math.max(0, count), reaction_counts };
  const { [kind]: _before, ...others } = reaction_counts;
  return { like_count, reaction_counts: count > 0 ? { ...others, [kind]: count } : others };
}
