import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Poll } from '#contract/features/polls/polls.ts';
import { readEntity, writeEntities } from '#web/lib/cache/entity-cache.ts';
import { aPost } from '#web-testing/fixtures.ts';
import { postEntity } from './posts.entity.ts';

const poll = (version: number): Poll => ({
  question: 'Which film?',
  multiple: false,
  closes_at: null,
  closed_at: null,
  voter_count: version,
  options: [],
  viewer_option_ids: [],
  version,
});

let client: QueryClient;
const write = (fields: Parameters<typeof aPost>[0], fromEvent = false) =>
  writeEntities(client, postEntity, [aPost(fields)], { fromEvent });
const cached = () => readEntity(client, 'post', aPost().id);
beforeEach(() => {
  client = new QueryClient();
});

describe('A cached post', () => {
  it("keeps the viewer's like when an event changes it, but not when a response does", () => {
    write({ version: 1, has_liked: true });
    write({ version: 2, like_count: 3, has_liked: false }, true);
    expect(cached()).toMatchObject({ like_count: 3, has_liked: true });
    write({ version: 3, has_liked: false });
    expect(cached()?.has_liked).toBe(false);
  });

  it('keeps its poll when an event changes it, which has no results of this viewer', () => {
    write({ version: 1, poll: poll(4) });
    write({ version: 2, title: 'New', poll: poll(5) }, true);
    expect(cached()).toMatchObject({ title: 'New', poll: { version: 4 } });
  });

  it.each([
    [3, 4],
    [5, 5],
  ])('that has version 4 of a poll and gets version %i in a response has version %i', (next, expected) => {
    write({ version: 1, poll: poll(4) });
    write({ version: 2, poll: poll(next) });
    expect(cached()?.poll?.version).toBe(expected);
  });

  it('loses its poll with the response of a post without one', () => {
    write({ version: 1, poll: poll(4) });
    write({ version: 2, poll: null });
    expect(cached()?.poll).toBeNull();
  });
});
