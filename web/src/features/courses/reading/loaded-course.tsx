import '#web/styles/lazy/classroom.css';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Course } from '#contract/features/courses/courses.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import type { SupposedMember } from '#web/features/access/index.ts';
import { useViewer } from '#web/features/auth/index.ts';
import type { CommentSearch } from '#web/features/comments/index.ts';
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';
import { SeenAsBanner } from '../access/seen-as-banner.tsx';
import { useSeenCourse } from '../access/use-seen-course.ts';
import { CourseContents } from '../contents/course-contents.tsx';
import { CourseOverviewBar } from '../contents/course-overview-bar.tsx';
import { CourseSideHead } from '../contents/course-side-head.tsx';
import { MissingPages } from '../contents/missing-pages.tsx';
import { CourseContextProvider, type RestOfCourse, useCourse } from '../course-context.ts';
import type { CourseTree } from '../courses.entity.ts';
import { useOpenings } from '../locks/use-openings.ts';
import type { CourseDialog } from '../writing/course-dialogs.tsx';
import { OnDesktop, OnPhone } from './device.tsx';
import { EmptyCourse } from './empty-course.tsx';
import { PageViewer } from './page-viewer.tsx';
import { TextSkeleton } from './text-skeleton.tsx';
import { useCompletionToast } from './use-completion-toast.ts';
import { useShownPage } from './use-shown-page.ts';

const dialogs = lazyComponent(async () => (await import('../writing/course-dialogs.tsx')).CourseDialogs);
const editor = lazyComponent(async () => (await import('../editing/page-editor.tsx')).PageEditor);

/** What is being written: a page, or a new one in a folder; and the address that was shown then. */
interface Editing {
  what: { pageId: string } | { folderId: string | null };
  shownMd: string | undefined;
  /** Whether it was saved, and its page is about to be shown. */
  isSaved: boolean;
}

interface LoadedCourseProps {
  space: Space;
  course: Course;
  tree: CourseTree;
  rest: RestOfCourse;
  address: string;
  md: string | undefined;
  moduleId: string | undefined;
  commentSearch: CommentSearch;
}

/** Which page is edited beside the address `md`. */
function useEditing(md: string | undefined) {
  const [editing, setEditing] = useState<Editing | null>(null);
  // Whoever goes to another page closes the editor, and what was typed is kept as a draft. A page that is deleted doesn't.
  // Nor does the bare address, which leads on by itself.
  if (editing && editing.shownMd !== md)
    setEditing(editing.shownMd === undefined && !editing.isSaved ? { ...editing, shownMd: md } : null);
  return {
    edited: editing?.what ?? null,
    edit: (what: Editing['what']) => setEditing({ what, shownMd: md, isSaved: false }),
    closeEditor: () => setEditing(null),
    /** Closes the editor at the next address. Closed before, it would leave that of a page that may be gone. */
    closeWithAddress: () => setEditing((known) => known && { ...known, isSaved: true }),
  };
}

export function LoadedCourse({ space, address, md, moduleId, commentSearch, ...loaded }: LoadedCourseProps) {
  const [supposed, setSupposed] = useState<SupposedMember | null>(null);
  const { course, tree } = useSeenCourse(loaded.course, loaded.tree, supposed);
  const viewer = useViewer();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<CourseDialog | null>(null);
  const { edited, edit, closeEditor, closeWithAddress } = useEditing(md);
  const page = useShownPage(
    { subdomain: space.subdomain, course: address, md, moduleId, isKept: edited !== null },
    tree,
  );
  useOpenings(course, tree);
  useCompletionToast(course);
  const [isCreating, setCreating] = useState(false);
  const [isReading, setReading] = useState(false);
  const params = { subdomain: space.subdomain, course: address };
  const showPage = (id: string) =>
    void navigate({ to: '/$subdomain/space/classroom/$course', params, search: { md: id } });
  return (
    <CourseContextProvider
      value={{
        space,
        course,
        address,
        tree,
        rest: loaded.rest,
        pageId: page?.id ?? null,
        commentSearch,
        hasProgress: course.progress !== null,
        isPreview: supposed !== null,
        isCreating,
        openDialog: setDialog,
        editPage: ({ id }) => edit({ pageId: id }),
        newPage: (folderId) => edit({ folderId }),
      }}
    >
      <div className="course-page" data-view={page ? 'lesson' : 'menu'}>
        <CourseSide isHeading={!page} />
        <div className="course-main">
          {edited && viewer ? (
            <editor.Component
              key={'pageId' in edited ? edited.pageId : 'new'}
              viewerId={viewer.id}
              target={edited}
              onSending={setCreating}
              onSaved={(saved) => {
                if (saved.id === md) closeEditor();
                else {
                  closeWithAddress();
                  showPage(saved.id);
                }
              }}
              onClose={closeEditor}
              fallback={<TextSkeleton />}
              onLoadFailure={closeEditor}
            />
          ) : page ? (
            <PageViewer key={page.id} page={page} isReading={isReading} onReading={setReading} />
          ) : (
            <NoPage />
          )}
        </div>
      </div>
      {supposed && <SeenAsBanner member={supposed} onExit={() => setSupposed(null)} />}
      {dialog && (
        <OpenDialog
          course={loaded.course}
          tree={loaded.tree}
          dialog={dialog}
          onClose={() => setDialog(null)}
          onSeeAs={(member) => {
            setDialog(null);
            closeEditor();
            setSupposed(member);
          }}
        />
      )}
    </CourseContextProvider>
  );
}

/** In place of a page: what is loading, or that the course is empty. */
function NoPage() {
  const { tree } = useCourse();
  if (tree.missing)
    return (
      <MissingPages>
        <TextSkeleton />
      </MissingPages>
    );
  return tree.pages.length === 0 ? <EmptyCourse /> : null;
}

/** The contents of the course, and what is above them. `isHeading` if no page with a heading is beside them. */
function CourseSide({ isHeading }: { isHeading: boolean }) {
  const [search, setSearch] = useState('');
  return (
    <div className="course-side">
      <OnDesktop>
        <CourseSideHead isHeading={isHeading} search={search} onSearch={setSearch} />
      </OnDesktop>
      {/* Its box would keep the bar from staying at the upper edge. */}
      <OnPhone className="contents">
        <CourseOverviewBar search={search} onSearch={setSearch} />
      </OnPhone>
      <CourseContents search={search} />
    </div>
  );
}

interface OpenDialogProps {
  course: Course;
  tree: CourseTree;
  dialog: CourseDialog;
  onClose: () => void;
  onSeeAs: (member: SupposedMember) => void;
}

function OpenDialog(props: OpenDialogProps) {
  const { space } = useCourse();
  const viewer = useViewer();
  const navigate = useNavigate();
  if (!viewer) return null;
  return (
    <dialogs.Component
      {...props}
      viewerId={viewer.id}
      onDeleted={() =>
        void navigate({
          to: '/$subdomain/space/classroom',
          params: { subdomain: space.subdomain },
          replace: true,
        })
      }
      onLoadFailure={props.onClose}
    />
  );
}
