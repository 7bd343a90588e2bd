import '#web/styles/lazy/classroom.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { CoursePageSummary } from '#contract/features/courses/courses.ts';
import { t } from '#contract/i18n/translate.ts';
import { CertificateButton } from '#web/features/certificates/index.ts';
import { QuizView } from '#web/features/quizzes/index.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { useEntity } from '#web/lib/cache/entity-cache.ts';
import { LoadFailure } from '#web/lib/loading/load-failure.tsx';
import { preloadWhenIdle } from '#web/lib/loading/when-idle.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { TextWithBlocks } from '#web/ui/rich-text/text-with-blocks.tsx';
import { PageBlock } from '../blocks/page-blocks.tsx';
import { useCourse } from '../course-context.ts';
import { neighborsOf } from '../course-tree.ts';
import { coursePageQuery, refetchCourse } from '../courses.api.ts';
import { LockedPage } from '../locks/locked-page.tsx';
import { locksOf } from '../locks/page-locks.ts';
import { OnDesktop, OnPhone, useDevice } from './device.tsx';
import { DoneButton } from './done-button.tsx';
import { LessonBar } from './lesson-bar.tsx';
import type { LessonCommand } from './lesson-gestures.ts';
import { PageComments } from './page-comments.tsx';
import { PageLinks } from './page-links.tsx';
import { TextSkeleton } from './text-skeleton.tsx';
import { useLessonGestures } from './use-lesson-gestures.ts';
import { menu } from './use-shown-page.ts';

interface PageViewerProps {
  page: CoursePageSummary;
  /** Reading mode of phones: only the text. */
  isReading: boolean;
  onReading: (isReading: boolean) => void;
}

/** A page of a course as people read it. */
export function PageViewer({ page, isReading, onReading }: PageViewerProps) {
  const client = useQueryClient();
  const { course, tree, rest, hasProgress, isPreview, editPage } = useCourse();
  const box = useRef<HTMLElement>(null);
  const isPhone = useDevice() === 'phone';
  const { previous, next, number, isLast } = neighborsOf(tree, page.id);
  const locks = locksOf(course, tree, page);
  usePrefetchedPage(next && locksOf(course, tree, next).length === 0 ? next.id : undefined);
  const show = useShow();
  const showOnceHere = useShowOnceHere(next, show);
  const run = (command: LessonCommand) => {
    if (command === 'close' && isReading) onReading(false);
    else if (command === 'back' || command === 'close') show(menu);
    else if (command === 'previous') previous && show(previous.id);
    else if (next) show(next.id);
    else if (!isLast) {
      showOnceHere();
      rest.request();
    } else
      toast({
        title: t('No More Lessons'),
        description: t("You've reached the end of this course."),
        duration: 2_000,
      });
  };
  useLessonGestures(box, isPhone, { onCommand: run, onDoubleTap: () => onReading(!isReading) });
  return (
    <article ref={box} className="lesson" data-reading={isReading ? '' : undefined}>
      {/* Its box would keep the bar from staying at the upper edge. */}
      <OnPhone className="contents">
        <LessonBar
          page={page}
          isLocked={locks.length > 0}
          isReading={isReading}
          onReading={() => onReading(!isReading)}
          onBack={() => show(menu)}
        />
      </OnPhone>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <h1 className="min-w-0 flex-1 basis-60 text-2xl leading-8 text-balance wrap-anywhere">
          {page.title}
          {!page.is_published && course.can_edit && <Badge className="ml-2 align-middle">{t('Draft')}</Badge>}
        </h1>
        <OnDesktop className="flex flex-none gap-2">
          {locks.length === 0 && <DoneButton page={page} />}
          {course.can_edit && (
            <Button icon={<Pencil size={18} aria-hidden="true" />} onClick={() => editPage(page)}>
              {t('Edit')}
            </Button>
          )}
        </OnDesktop>
      </div>
      {locks.length > 0 ? (
        <LockedPage locks={locks} />
      ) : (
        <PageText pageId={page.id} hasQuiz={page.has_quiz} />
      )}
      {page.has_quiz && locks.length === 0 && isPreview && (
        <p className="mt-6 text-soft">{t('Members take the quiz here.')}</p>
      )}
      {page.has_quiz && locks.length === 0 && !isPreview && (
        <QuizView
          pageId={page.id}
          isMember={hasProgress}
          onSubmitted={() => void refetchCourse(client, course.id)}
        />
      )}
      {isLast && !isPreview && course.progress === 100 && (
        // Windows that show the menu beside the page have it there.
        <OnPhone className="mt-6">
          <CertificateButton courseId={course.id} isCompleted />
        </OnPhone>
      )}
      <PageLinks {...{ previous, next, number, isLast }} onEnd={() => run('next')} />
      {locks.length === 0 && course.comments_enabled && <PageComments pageId={page.id} />}
    </article>
  );
}

/** Returns a function that shows a page, or the overview. */
function useShow(): (md: string) => void {
  const { space, address } = useCourse();
  const { subdomain } = space;
  const navigate = useNavigate();
  return useCallback(
    (md) =>
      void navigate({
        to: '/$subdomain/space/classroom/$course',
        params: { subdomain, course: address },
        search: { md },
      }),
    [navigate, subdomain, address],
  );
}

/** Returns a function that lets the next page, which isn't here yet, be shown once it is, unless the request for it fails. */
function useShowOnceHere(next: CoursePageSummary | undefined, show: (md: string) => void): () => void {
  const { rest } = useCourse();
  const [isAwaited, setAwaited] = useState(false);
  const hasFailed = rest.error !== null;
  useEffect(() => {
    if (hasFailed) setAwaited(false);
  }, [hasFailed]);
  const id = isAwaited ? next?.id : undefined;
  useEffect(() => {
    if (id) show(id);
  }, [id, show]);
  return () => setAwaited(true);
}

/** Loads the page that will probably be read next. */
function usePrefetchedPage(pageId: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (pageId) preloadWhenIdle(() => client.prefetchQuery(coursePageQuery(pageId)));
  }, [client, pageId]);
}

function PageText({ pageId, hasQuiz }: { pageId: string; hasQuiz: boolean }) {
  const query = useQuery(coursePageQuery(pageId));
  const text = useEntity('course_page', pageId);
  // A short wait shows nothing, so that turning pages doesn't flicker.
  const [isWaiting, setWaiting] = useState(typeof window === 'undefined');
  useEffect(() => {
    const timer = setTimeout(() => setWaiting(true), 150);
    return () => clearTimeout(timer);
  }, []);
  if (text) {
    // A page can be a quiz and nothing else.
    if (text.body === '' && hasQuiz) return null;
    return text.body === '' ? (
      <p className="py-8 text-soft">{t('No content available for this lesson.')}</p>
    ) : (
      <TextWithBlocks
        html={text.body}
        className="lesson-text"
        renderBlock={(block) => <PageBlock pageId={pageId} block={block} files={text.files} />}
      />
    );
  }
  if (query.isError)
    return (
      <LoadFailure title={t("Couldn't load the page")} onRetry={() => void query.refetch()}>
        {toMessage(query.error, t('Please try again.'))}
      </LoadFailure>
    );
  return (
    <div aria-busy="true" className="min-h-80">
      {isWaiting && <TextSkeleton />}
    </div>
  );
}
