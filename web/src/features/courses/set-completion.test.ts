import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '#web/lib/api/api-client.ts';
import { readEntity, writeEntities } from '#web/lib/cache/entity-cache.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { applyLiveEvent } from '#web/lib/live/live-client.ts';
import { readToast } from '#web/ui/overlays/toast.ts';
import { aCourse, aPageSummary } from '#web-testing/course-fixtures.ts';
import { idOf, spaceId, timeOf } from '#web-testing/fixtures.ts';
import { courseEntity, courseTreeEntity } from './courses.entity.ts';
import './courses.live.ts';
import { setCompletion } from './set-completion.ts';

const course = aCourse({ page_count: 3 });
const pages = [1, 2, 3].map((n) => aPageSummary({ id: idOf(n) }));

/** A cache with a course of three pages. Requests get the responses in their order. */
function pageWith(responses: (() => Promise<unknown>)[]) {
  const sent: boolean[] = [];
  const client = createQueryClient(((_operation: string, { completed }: { completed: boolean }) => {
    sent.push(completed);
    return responses.shift()?.();
  }) as never);
  const load = () => {
    writeEntities(client, courseTreeEntity, [{ id: course.id, folders: [], pages }]);
    writeEntities(client, courseEntity, [course]);
  };
  load();
  const shown = () => ({
    progress: readEntity(client, 'course', course.id)?.progress,
    done: readEntity(client, 'course_tree', course.id)?.pages.map(
      ({ completed_at }) => completed_at !== null,
    ),
  });
  const mark = (n: number, completed: boolean) => setCompletion(client, course.id, idOf(n), completed);
  return { client, sent, load, shown, mark };
}

const confirmed = (completed: boolean) => ({
  completed_at: completed ? timeOf(5) : null,
  page_count: 3,
  completed_count: completed ? 1 : 0,
  progress: completed ? 33 : 0,
});

describe('Marking a page as done', () => {
  it('shows the mark and the progress before the server responds', async () => {
    const response = Promise.withResolvers<unknown>();
    const { shown, mark } = pageWith([() => response.promise]);
    const marked = mark(1, true);
    expect(shown()).toEqual({ progress: 33, done: [true, false, false] });
    response.resolve(confirmed(true));
    await marked;
    expect(shown()).toEqual({ progress: 33, done: [true, false, false] });
  });

  it('keeps the mark when an older response arrives meanwhile', async () => {
    const response = Promise.withResolvers<unknown>();
    const { load, shown, mark } = pageWith([() => response.promise]);
    const marked = mark(1, true);
    load();
    expect(shown()).toEqual({ progress: 33, done: [true, false, false] });
    response.resolve(confirmed(true));
    await marked;
    load();
    expect(shown().progress).toBe(0);
  });

  it('reverts the mark and says so if the server rejects it', async () => {
    const { shown, mark } = pageWith([() => Promise.reject(new ApiError('page_not_found', 404, 'Gone.'))]);
    await mark(2, true);
    expect(shown()).toEqual({ progress: 0, done: [false, false, false] });
    expect(readToast()).toMatchObject({
      title: 'Failed to update lesson completion status.',
      description: 'Gone.',
    });
  });

  it('sends one request at a time and ends with the last mark', async () => {
    const first = Promise.withResolvers<unknown>();
    const { sent, shown, mark } = pageWith([() => first.promise, () => Promise.resolve(confirmed(false))]);
    const marked = mark(1, true);
    void mark(1, false);
    expect(sent).toEqual([true]);
    expect(shown().done).toEqual([false, false, false]);
    first.resolve(confirmed(true));
    await marked;
    await vi.waitFor(() => expect(sent).toEqual([true, false]));
    expect(shown()).toEqual({ progress: 0, done: [false, false, false] });
  });
});

describe('A mark from another device', () => {
  const event = (completed_at: string | null) =>
    ({
      type: 'course.completion_changed',
      payload: { space_id: spaceId, course_id: course.id, page_id: idOf(3), completed_at },
    }) as never;

  it('changes page and progress', () => {
    const { client, shown } = pageWith([]);
    applyLiveEvent(event(timeOf(9)), { client, viewerId: 'u1' });
    expect(shown()).toEqual({ progress: 33, done: [false, false, true] });
    applyLiveEvent(event(null), { client, viewerId: 'u1' });
    expect(shown()).toEqual({ progress: 0, done: [false, false, false] });
  });

  it('does not change a page that is being marked here', async () => {
    const response = Promise.withResolvers<unknown>();
    const { client, shown, mark } = pageWith([() => response.promise]);
    const marked = mark(3, true);
    applyLiveEvent(event(null), { client, viewerId: 'u1' });
    expect(shown().done).toEqual([false, false, true]);
    response.resolve(confirmed(true));
    await marked;
  });
});
