import { describe, expect, it } from 'vitest';
import { mergeFeatures } from './merge-features.ts';

describe('Declarations of features', () => {
  it('are merged in the order of the features', () => {
    const all = mergeFeatures({ posts: { get_post: 1, like_post: 2 }, polls: { get_poll: 3 } });
    expect(Object.entries(all)).toEqual([
      ['get_post', 1],
      ['like_post', 2],
      ['get_poll', 3],
    ]);
  });

  it('are refused if two have the same name', () => {
    expect(() => mergeFeatures({ posts: { get_post: 1 }, feed: { get_post: 1 } })).toThrow(
      'feed declares get_post, which another feature declares too',
    );
  });
});
