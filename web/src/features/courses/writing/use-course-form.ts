import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Course } from '#contract/features/courses/courses.ts';
import { t } from '#contract/i18n/translate.ts';
import { videoDonePercents } from '#contract/values/limits.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { useBrowserDraft } from '#web/lib/drafted-form/use-browser-draft.ts';
import { useDraftedForm } from '#web/lib/drafted-form/use-drafted-form.ts';
import { keepCourse } from '../courses.api.ts';

export interface CourseDraft {
  title: string;
  description: string;
  cover: { id: string; url: string } | null;
  is_published: boolean;
  video_done_percent: number;
  comments_enabled: boolean;
}

interface Problems {
  title?: string;
}

const emptyDraft: CourseDraft = {
  title: '',
  description: '',
  cover: null,
  is_published: false,
  video_done_percent: videoDonePercents.initial,
  comments_enabled: true,
};
const toDraft = ({ cover, ...course }: Course): CourseDraft => ({
  title: course.title,
  description: course.description,
  cover: cover && { id: cover.id, url: cover.url },
  is_published: course.is_published,
  video_done_percent: course.video_done_percent,
  comments_enabled: course.comments_enabled,
});

/** The fields that differ, as the server expects them. */
function toChanges(before: CourseDraft, after: CourseDraft) {
  const { title, description, cover, is_published, video_done_percent, comments_enabled } = after;
  return {
    ...(title === before.title ? {} : { title }),
    ...(description === before.description ? {} : { description }),
    ...(cover?.id === before.cover?.id ? {} : { cover_upload_id: cover?.id ?? null }),
    ...(is_published === before.is_published ? {} : { is_published }),
    ...(video_done_percent === before.video_done_percent ? {} : { video_done_percent }),
    ...(comments_enabled === before.comments_enabled ? {} : { comments_enabled }),
  };
}

interface CourseFormOptions {
  spaceId: string;
  viewerId: string;
  /** The course to edit; null creates one. */
  course: Course | null;
  onSaved: (course: Course) => void;
  onDiscarded: () => void;
}

/** The form that creates or edits a course, with its draft in this browser. */
export function useCourseForm({ spaceId, viewerId, course, onSaved, onDiscarded }: CourseFormOptions) {
  const client = useQueryClient();
  const call = getApiClient(client);
  const [initial] = useState(() => (course ? toDraft(course) : emptyDraft));
  const draft = useBrowserDraft<CourseDraft>({
    userId: viewerId,
    draftKey: course ? `course:${course.id}` : `new-course:${spaceId}`,
    initial,
    parse: (saved) => ({ ...initial, ...(saved as Partial<CourseDraft>) }),
  });
  const form = useDraftedForm<CourseDraft, Problems, Course>({
    storage: draft,
    validate: ({ title }) => (title.trim() === '' ? { title: t('Add a title.') } : {}),
    send: async (values, client_id) => {
      const { course: saved } = course
        ? await call('update_course', { course_id: course.id, ...toChanges(initial, values) })
        : await call('create_course', {
            space_id: spaceId,
            client_id,
            ...toChanges(emptyDraft, values),
            title: values.title,
          });
      return saved;
    },
    onSent: (saved) => {
      keepCourse(client, saved);
      onSaved(saved);
    },
    onDiscarded,
    failure: { title: t("Couldn't save the course"), fallback: t('Please try again.') },
  });
  return { ...form, draft: draft.values, isClean: JSON.stringify(draft.values) === JSON.stringify(initial) };
}
