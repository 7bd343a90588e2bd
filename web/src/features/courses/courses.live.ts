import { refetchQuizzes } from '#web/features/quizzes/index.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { type LiveContext, registerChannelRefetch, registerLiveHandler } from '#web/lib/live/live-client.ts';
import { refetchCourse, refetchCourses, refetchPage, refetchPagesOf } from './courses.api.ts';
import { readPending } from './pending-completions.ts';
import { applyCompletion } from './set-completion.ts';

// Events carry ids only, because each viewer sees other pages: the server checks each request.
for (const type of ['course.created', 'course.changed', 'course.deleted'] as const) {
  registerLiveHandler(type, ({ payload: { space_id, course_id } }, { client }) => {
    void refetchCourses(client, space_id);
    void refetchCourse(client, course_id);
    void refetchPagesOf(client, course_id);
  });
}

registerLiveHandler('course.tree_changed', ({ payload: { space_id, course_id, page_ids } }, { client }) => {
  void refetchCourses(client, space_id);
  void refetchCourse(client, course_id);
  if (page_ids.length === 0) void refetchPagesOf(client, course_id);
  for (const id of page_ids) void refetchPage(client, id);
  refetchQuizzes(client, page_ids);
});

registerLiveHandler('course.completion_changed', ({ payload }, { client }) => {
  const { space_id, course_id, page_id, completed_at } = payload;
  // What is being marked on this page comes later than the event.
  if (readPending(page_id)) return;
  const page = readEntity(client, 'course_tree', course_id)?.pages.find(({ id }) => id === page_id);
  void refetchPage(client, page_id);
  // The list counts other pages than a tree that isn't shown and wasn't refetched.
  void refetchCourses(client, space_id);
  if (!page) void refetchCourse(client, course_id);
  else if ((page.completed_at === null) !== (completed_at === null))
    applyCompletion(client, course_id, page_id, completed_at);
});

function refetchAll(spaceId: string, { client }: LiveContext): void {
  void refetchCourses(client, spaceId);
  for (const operation of ['get_course', 'get_course_page'])
    void client.invalidateQueries({ queryKey: [operation] });
}

// Drafts and progress depend on the viewer's role.
registerLiveHandler('membership.changed', ({ payload }, context) => refetchAll(payload.space_id, context));
registerChannelRefetch('space', refetchAll);
