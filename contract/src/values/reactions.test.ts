import { afterEach, describe, expect, it } from 'vitest';
import {
  buttonsOf,
  countOf,
  hasReacted,
  isEmoji,
  isReactionTo,
  reactableTargets,
  reactionKinds,
  reactionOf,
  toViewerReactions,
  withCount,
  withReaction,
} from './reactions.ts';

const declared: Record<string, unknown> = reactionKinds;
afterEach(() => void delete declared.cheer);

describe('Kinds of reactions', () => {
  it('are given only to the targets that they are declared for', () => {
    Object.assign(declared, {
      cheer: {
        targets: ['comment'],
        earns_point: false,
        notification: null,
        button: { emoji: '📣', label: 'Cheer' },
      },
    });
    expect(isReactionTo('post', 'like')).toBe(true);
    expect(isReactionTo('comment', 'cheer')).toBe(true);
    expect(isReactionTo('post', 'cheer')).toBe(false);
    expect(isReactionTo('post', 'unknown')).toBe(false);
    expect(buttonsOf('comment')).toContainEqual({ kind: 'cheer', emoji: '📣', label: 'Cheer' });
    expect(buttonsOf('post').map(({ kind }) => kind)).not.toContain('cheer');
    expect(buttonsOf('post').map(({ kind }) => kind)).not.toContain('like');
  });

  it('have no names from the prototype of objects', () => {
    expect(isReactionTo('post', 'constructor')).toBe(false);
    expect(reactionOf('constructor').earns_point).toBe(false);
  });

  it.each(['👍', '❤️', '👨‍👩‍👧‍👦', '🇪🇪', '👋🏽', '1️⃣'])('include %s where a target takes emoji', (emoji) => {
    expect(isEmoji(emoji)).toBe(true);
    expect(isReactionTo('post', emoji)).toBe(false);
    const targets = reactableTargets as Record<string, { max_emoji: number }>;
    targets.comment = { max_emoji: 2 };
    expect(isReactionTo('comment', emoji)).toBe(true);
    targets.comment = { max_emoji: 0 };
    expect(reactionOf(emoji)).toMatchObject({ earns_point: false, notification: null });
  });

  it.each(['', 'a', '1', '👍👍', '👍 ', '\u200d', '\ud83d', '<b>'])('do not include %j', (text) => {
    expect(isEmoji(text)).toBe(false);
  });
});

describe('The reactions to a target', () => {
  it('are those of the viewer', () => {
    expect(toViewerReactions(null)).toEqual({ has_liked: false, my_reactions: [] });
    const given = toViewerReactions(['wow', 'like', 'cheer']);
    expect(given).toEqual({ has_liked: true, my_reactions: ['cheer', 'wow'] });
    expect(hasReacted(given, 'like')).toBe(true);
    expect(hasReacted(given, 'wow')).toBe(true);
    expect(hasReacted(given, 'other')).toBe(false);
    expect(withReaction(given, 'aha', true)).toEqual({
      has_liked: true,
      my_reactions: ['aha', 'cheer', 'wow'],
    });
    expect(withReaction(given, 'wow', true)).toEqual(given);
    expect(withReaction(given, 'wow', false)).toEqual({ has_liked: true, my_reactions: ['cheer'] });
    expect(withReaction(given, 'like', false)).toEqual({ has_liked: false, my_reactions: ['cheer', 'wow'] });
  });

  it('are counted by kind, and never below 0', () => {
    const totals = { like_count: 3, reaction_counts: { wow: 2 } };
    expect([countOf(totals, 'like'), countOf(totals, 'wow'), countOf(totals, 'other')]).toEqual([3, 2, 0]);
    expect(withCount(totals, 'like', 4)).toEqual({ ...totals, like_count: 4 });
    expect(withCount(totals, 'like', -1)).toEqual({ ...totals, like_count: 0 });
    expect(withCount(totals, 'aha', 1)).toEqual({ like_count: 3, reaction_counts: { wow: 2, aha: 1 } });
    expect(withCount(totals, 'wow', 0)).toEqual({ like_count: 3, reaction_counts: {} });
  });
});
