import '#web/styles/lazy/classroom.css';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  CoursePage,
  CoursePageRevision,
  CoursePageSummary,
} from '#contract/features/courses/courses.ts';
import { t } from '#contract/i18n/translate.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { useEntity } from '#web/lib/cache/entity-cache.ts';
import { apiQuery, getApiClient } from '#web/lib/cache/query-client.ts';
import { PagedList } from '#web/lib/list/paged-list.tsx';
import { LoadFailure } from '#web/lib/loading/load-failure.tsx';
import { RelativeTime } from '#web/lib/text/relative-time-text.tsx';
import { toParagraphs } from '#web/lib/text/rich-text.ts';
import { TextVersion } from '#web/lib/text/text-version.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Skeleton } from '#web/ui/progress.tsx';
import { toBlockName } from '#web/ui/rich-text/block-name.ts';
import { type ShownBlock, TextWithBlocks } from '#web/ui/rich-text/text-with-blocks.tsx';
import { coursePageQuery } from '../courses.api.ts';
import { restorePageRevision } from '../writing/page-actions.ts';

interface PageHistoryDialogProps {
  courseId: string;
  page: Pick<CoursePageSummary, 'id' | 'title'>;
  onClose: () => void;
}

interface VersionText {
  title: string;
  content: string;
}

const skeleton = (
  <div className="flex flex-col gap-3" aria-busy="true">
    <Skeleton width="40%" />
    <Skeleton />
    <Skeleton width="80%" />
  </div>
);

/** Dialog with the versions of a page. Each is compared with the one before, and can be restored. */
export function PageHistoryDialog({ courseId, page, onClose }: PageHistoryDialogProps) {
  return (
    <Dialog open onOpenChange={onClose} title={t('Page history')} description={page.title} size="lg">
      <Versions courseId={courseId} pageId={page.id} onRestored={onClose} />
    </Dialog>
  );
}

interface VersionsProps {
  courseId: string;
  pageId: string;
  onRestored: () => void;
}

function Versions({ courseId, pageId, onRestored }: VersionsProps) {
  const call = getApiClient(useQueryClient());
  const current = useQuery({ ...coursePageQuery(pageId), staleTime: 0 });
  const page = useEntity('course_page', pageId);
  const pages = useInfiniteQuery({
    // With a new version, the list is another one.
    queryKey: ['list_page_revisions', { page_id: pageId }, page?.revision],
    queryFn: ({ pageParam, signal }) =>
      call(
        'list_page_revisions',
        { page_id: pageId, ...(pageParam === null ? {} : { before: pageParam }) },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => last.next_before,
    staleTime: 0,
    enabled: page !== undefined,
  });
  const versions = pages.data?.pages.flatMap(({ revisions }) => revisions) ?? [];
  const last = pages.data?.pages.at(-1);
  const error = current.error ?? pages.error;
  return (
    <PagedList
      pages={{
        ...pages,
        isPending: current.isPending || pages.isPending,
        isError: error !== null,
        refetch: () => Promise.all([current.refetch(), pages.refetch()]),
      }}
      count={versions.length}
      skeleton={skeleton}
      empty={null}
      failure={{ text: toMessage(error, t("Couldn't load the page history.")) }}
      more={{ near: null, label: t('Show older versions') }}
    >
      <ol className="flex flex-col gap-2">
        {versions.map((version, index) => (
          <VersionItem
            key={version.revision}
            courseId={courseId}
            page={page ?? null}
            version={version}
            // The last one of a page of the list precedes one that isn't loaded yet.
            before={versions[index + 1]?.revision ?? (last?.next_before ? version.revision - 1 : null)}
            onRestored={onRestored}
          />
        ))}
      </ol>
    </PagedList>
  );
}

interface VersionItemProps {
  courseId: string;
  page: CoursePage | null;
  version: CoursePageRevision;
  /** The number of the version before; null for the oldest. */
  before: number | null;
  onRestored: () => void;
}

/** A version, whose text is loaded when it's opened. */
function VersionItem({ courseId, page, version, before, onRestored }: VersionItemProps) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [isSending, setSending] = useState(false);
  const { revision, title, author, written_at } = version;
  const isCurrent = revision === page?.revision;
  const restore = async () => {
    if (!page) return;
    setSending(true);
    const restored = await restorePageRevision(client, courseId, page, revision);
    setSending(false);
    if (restored) onRestored();
  };
  return (
    <li className="rounded-md border border-line">
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="cursor-pointer px-4 py-3">
          <span className="font-medium">
            {isCurrent ? t('Current version') : t('Version {revision}', { revision })}
          </span>
          <span className="block truncate text-sm text-soft">
            {author && <>{author.full_name} · </>}
            <RelativeTime at={written_at} /> · {title}
          </span>
        </summary>
        {isOpen && page && (
          <div className="flex flex-col gap-3 px-4 pb-4">
            {!isCurrent && (
              <Button className="self-start" loading={isSending} onClick={() => void restore()}>
                {t('Restore this version')}
              </Button>
            )}
            <VersionContent page={page} version={version} before={before} />
          </div>
        )}
      </details>
    </li>
  );
}

/** Loads the text of a version. The current one is there. */
function useVersionText(page: CoursePage, revision: number | null) {
  const isCurrent = revision === page.revision;
  const query = useQuery({
    ...apiQuery(
      'get_page_revision',
      { page_id: page.id, revision: revision ?? 0 },
      (found): VersionText => ({ title: found.revision.title, content: found.content }),
    ),
    enabled: revision !== null && !isCurrent,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!isCurrent) return query;
  return { ...query, data: { title: page.title, content: page.content ?? '' }, isError: false };
}

const toPlain = ({ title, content }: VersionText) => [title, ...toParagraphs(content)].join('\n');

type VersionContentProps = Pick<VersionItemProps, 'version' | 'before'> & { page: CoursePage };

function VersionContent({ page, version, before }: VersionContentProps) {
  const shown = useVersionText(page, version.revision);
  const earlier = useVersionText(page, before);
  const failed = [shown, earlier].find(({ isError }) => isError);
  if (failed)
    return (
      <LoadFailure title={t("Couldn't load this version")} onRetry={() => void failed.refetch()}>
        {toMessage(failed.error, t('Please try again.'))}
      </LoadFailure>
    );
  if (!shown.data || (before !== null && !earlier.data)) return skeleton;
  return (
    <TextVersion
      label={t('{count, plural, one {# word} other {# words}}', { count: countWords(shown.data) })}
      at={version.written_at}
      text={toPlain(shown.data)}
      before={earlier.data && before !== null ? toPlain(earlier.data) : null}
    >
      <p className="font-semibold wrap-anywhere">{shown.data.title}</p>
      <TextWithBlocks
        html={shown.data.content}
        size="compact"
        className="version-text mt-1"
        renderBlock={(block) => <BlockLabel block={block} />}
      />
    </TextVersion>
  );
}

/** What a version had between its paragraphs, by name. */
function BlockLabel({ block }: { block: ShownBlock }) {
  const { kind, label } = toBlockName(block);
  return (
    <span className="text-block">
      {kind !== '' && <span className="text-block-kind">{kind}</span>}
      <span className="text-block-label">{label}</span>
    </span>
  );
}

const countWords = (text: VersionText) => toPlain(text).split(/\s+/u).filter(Boolean).length;
