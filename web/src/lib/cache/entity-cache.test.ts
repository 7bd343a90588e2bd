import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { Post } from '#contract/features/posts/posts.ts';
import { createEntityRegistry, patchEntity, readEntity, writeEntities } from './entity-cache.ts';

const makePost = (changes: Partial<Post> = {}): Post => ({
  id: 'p1',
  slug: 'first-light',
  space_id: 's1',
  user_id: 'u1',
  category_id: null,
  title: 'First light',
  excerpt: '',
  post_type: 'post',
  pinned_at: null,
  comments_closed: false,
  edited_at: null,
  deleted_at: null,
  last_activity_at: '2026-01-01T00:00:00Z',
  like_count: 1,
  reaction_counts: {},
  comment_count: 0,
  commenters: [],
  last_comment_at: null,
  created_at: '2026-01-01T00:00:00Z',
  version: 5,
  author: {
    id: 'u1',
    full_name: 'Ines',
    username: 'ines',
    avatar_url: null,
    profile_url: 'ines',
    level: 1,
    level_version: 0,
  },
  attachments: [],
  files: [],
  poll: null,
  revision: 1,
  link_preview: null,
  has_liked: false,
  my_reactions: [],
  ...changes,
});

const defineEntity = createEntityRegistry();
const postEntity = defineEntity('post', { ofViewer: ['has_liked'] });

describe('Entity cache', () => {
  it('refuses a kind that is declared already', () => {
    expect(() => defineEntity('post')).toThrow('Two entities are of the kind post');
    expect(defineEntity('comment')).toEqual({ kind: 'comment' });
  });

  it('keeps the larger version, whichever arrives first', () => {
    const client = new QueryClient();
    writeEntities(client, postEntity, [makePost({ version: 6, title: 'New' })]);
    writeEntities(client, postEntity, [makePost({ version: 5, title: 'Old' })]);
    expect(readEntity(client, 'post', 'p1')).toMatchObject({ version: 6, title: 'New' });
    writeEntities(client, postEntity, [makePost({ version: 7, title: 'Newest' })]);
    expect(readEntity(client, 'post', 'p1')?.title).toBe('Newest');
  });

  it('keeps fields that only an older response contained', () => {
    const client = new QueryClient();
    writeEntities(client, postEntity, [makePost({ version: 9 })]);
    writeEntities(client, postEntity, [{ ...makePost({ version: 8, like_count: 0 }), body: '<p>Whole</p>' }]);
    expect(readEntity(client, 'post', 'p1')).toMatchObject({
      version: 9,
      like_count: 1,
      body: '<p>Whole</p>',
    });
    writeEntities(client, postEntity, [makePost({ version: 10 })]);
    expect(readEntity(client, 'post', 'p1')?.body).toBe('<p>Whole</p>');
  });

  it("keeps the viewer's like when a post comes from an event, but not from a response", () => {
    const client = new QueryClient();
    writeEntities(client, postEntity, [makePost({ has_liked: true })]);
    const event = makePost({ version: 6, like_count: 3, has_liked: false });
    writeEntities(client, postEntity, [event], { fromEvent: true });
    expect(readEntity(client, 'post', 'p1')).toMatchObject({ like_count: 3, has_liked: true });
    writeEntities(client, postEntity, [makePost({ version: 7, has_liked: false })]);
    expect(readEntity(client, 'post', 'p1')?.has_liked).toBe(false);
  });

  it('patches known entities, rejects older versions, and returns the previous value', () => {
    const client = new QueryClient();
    expect(patchEntity(client, 'post', 'p1', { like_count: 9 })).toBeUndefined();
    expect(readEntity(client, 'post', 'p1')).toBeUndefined();

    const before = makePost();
    writeEntities(client, postEntity, [before]);
    const undo = patchEntity(client, 'post', 'p1', (post) => ({ like_count: post.like_count + 1 }));
    expect(undo).toEqual(before);
    expect(readEntity(client, 'post', 'p1')?.like_count).toBe(2);
    patchEntity(client, 'post', 'p1', { like_count: 50, version: 4 });
    expect(readEntity(client, 'post', 'p1')?.like_count).toBe(2);
  });
});
