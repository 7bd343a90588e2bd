import { z } from 'zod';
import { id } from './endpoint.ts';

/** The totals of a target, by kind: see `ReactionTotals`. */
export const reactionTotals = {
  like_count: z.number().int(),
  /** How many gave each other kind; without kinds that nobody gave. */
  reaction_counts: z.record(z.string(), z.number().int()),
};

/** What the viewer gave: see `ViewerReactions`. Events have none of it, and clients keep what they have. */
export const viewerReactions = {
  has_liked: z.boolean(),
  /** The other kinds that the viewer gave, sorted. */
  my_reactions: z.array(z.string()),
};

/** Who gave or took back which reaction, so that other tabs and devices of that user update too. */
export const reactionActor = z.object({ user_id: id, kind: z.string(), is_given: z.boolean() });
