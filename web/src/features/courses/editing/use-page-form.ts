import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { CoursePage } from '#contract/features/courses/courses.ts';
import { t } from '#contract/i18n/translate.ts';
import { ApiError, isApiError, isTimeout, NetworkError } from '#web/lib/api/api-client.ts';
import { patchEntity, readEntity, writeEntities } from '#web/lib/cache/entity-cache.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { useBrowserDraft } from '#web/lib/drafted-form/use-browser-draft.ts';
import { useDraftedForm } from '#web/lib/drafted-form/use-drafted-form.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { putPage } from '../course-tree.ts';
import { refetchCourse } from '../courses.api.ts';
import { coursePageEntity } from '../courses.entity.ts';

export interface PageDraft {
  title: string;
  /** HTML. */
  content: string;
  is_published: boolean;
  /** The revision it is based on; 0 for a new page. */
  revision: number;
}

interface Problems {
  title?: string;
}

/** The page that is edited, or the folder of a new one. */
export type EditedPage = { page: CoursePage } | { folderId: string | null };

const emptyDraft: PageDraft = { title: '', content: '', is_published: true, revision: 0 };
const toDraft = ({ title, content, is_published, revision }: CoursePage): PageDraft => ({
  title,
  content: content ?? '',
  is_published,
  revision,
});

/** Returns the folder of a page if its course still has it. */
function folderOf(client: QueryClient, courseId: string, { folder_id }: CoursePage): string | null {
  const folders = readEntity(client, 'course_tree', courseId)?.folders ?? [];
  return folders.some(({ id }) => id === folder_id) ? folder_id : null;
}

/** Whether the server took too long, for the browser or for a proxy before the server. */
const isSlow = (error: unknown): boolean =>
  error instanceof NetworkError ? isTimeout(error.cause) : error instanceof ApiError && error.status === 504;

/** Returns a function that fails with a message of its own if the server takes too long. */
const explainTimeouts =
  <Args extends unknown[], Sent>(send: (...args: Args) => Promise<Sent>) =>
  (...args: Args): Promise<Sent> =>
    send(...args).catch((error: unknown) => {
      if (!isSlow(error)) throw error;
      const message = t(
        'Database update timed out. The server is taking too long to respond. Please try again in a moment.',
      );
      throw new ApiError('unavailable', 504, message);
    });

interface PageFormOptions {
  courseId: string;
  viewerId: string;
  edited: EditedPage;
  /** Whether the page was deleted meanwhile. It's then saved as a new one. */
  isDeleted: boolean;
  /** Whether a blank title is an error. Otherwise, the server derives one from the text. */
  requiresTitle: boolean;
  onSending: (isCreating: boolean) => void;
  onSaved: (page: CoursePage) => void;
  onDiscarded: () => void;
}

/** The form that writes a page. What is typed survives failures and closed windows, and is kept in this browser until it's saved. */
export function usePageForm(options: PageFormOptions) {
  const { courseId, viewerId, edited, isDeleted, requiresTitle, onSending, onSaved, onDiscarded } = options;
  const client = useQueryClient();
  const call = getApiClient(client);
  const page = 'page' in edited ? edited.page : null;
  const [opened] = useState(() => (page ? toDraft(page) : emptyDraft));
  /** The id of the last attempt to create the page. */
  const sentId = useRef('');
  const draft = useBrowserDraft<PageDraft>({
    userId: viewerId,
    draftKey: page ? `course-page:${page.id}` : `new-course-page:${courseId}`,
    initial: opened,
    parse: (saved) => ({ ...opened, ...(saved as Partial<PageDraft>) }),
  });
  const form = useDraftedForm<PageDraft, Problems, CoursePage, CoursePage>({
    storage: draft,
    validate: ({ title }) => (requiresTitle && title.trim() === '' ? { title: t('Add a title.') } : {}),
    send: explainTimeouts(async ({ revision, is_published, ...text }, client_id) => {
      if (page && !isDeleted) {
        // Only if it was changed here: somebody may have published or reverted the page meanwhile.
        const state = is_published === opened.is_published ? {} : { is_published };
        const input = { page_id: page.id, base_revision: revision, ...text, ...state };
        return (await call('update_course_page', input)).page;
      }
      onSending(true);
      try {
        const folder_id = 'folderId' in edited ? edited.folderId : folderOf(client, courseId, edited.page);
        const isRepeated = sentId.current === client_id;
        sentId.current = client_id;
        const input = { course_id: courseId, client_id, folder_id, is_published, ...text };
        const created = (await call('create_course_page', input)).page;
        if (!isRepeated) return created;
        // The attempt before may have created it from an earlier text. Saving the same text changes nothing.
        const rest = { page_id: created.id, base_revision: created.revision, is_published, ...text };
        return (await call('update_course_page', rest)).page;
      } finally {
        onSending(false);
      }
    }),
    onSent: (saved, { isChanged }) => {
      keepPage(saved);
      const { title } = saved;
      if (page && !isDeleted) toast({ title: t('Lesson Updated'), description: title });
      else toast({ title: t('Page Created'), description: t('{title} was created successfully', { title }) });
      // What was typed while it was being sent stays in the form, based on the saved version.
      if (isChanged && page && !isDeleted) draft.change({ revision: saved.revision });
      else onSaved(saved);
    },
    onDiscarded,
    isSentAgain: true,
    failure: { title: t('Save Failed'), fallback: t('Failed to save your changes. Please try again.') },
    conflict: {
      find: (error) =>
        isApiError(error, 'page_edit_conflict') ? (error.data as { page: CoursePage }).page : null,
      // The other version stays among the revisions.
      overwrite: ({ revision }) => ({ revision }),
    },
  });
  const keepPage = (saved: CoursePage) => {
    writeEntities(client, coursePageEntity, [saved]);
    // At once, because the address of a page that the tree doesn't have leads to another one.
    patchEntity(client, 'course_tree', courseId, (tree) => putPage(tree, saved));
    void refetchCourse(client, courseId);
  };
  return {
    ...form,
    draft: draft.values,
    isClean: JSON.stringify({ ...draft.values, revision: 0 }) === JSON.stringify({ ...opened, revision: 0 }),
    /** Discards the restored draft and starts with the current page. */
    startOver: () => draft.restart(),
    /** Discards the draft and continues with the other version. */
    takeTheirs: () => {
      if (!form.theirs) return;
      keepPage(form.theirs);
      draft.restart(toDraft(form.theirs));
      form.closeConflict();
    },
  };
}
