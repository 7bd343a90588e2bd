import { useCallback, useMemo, useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/progress.tsx';
import { useCourse } from '../course-context.ts';
import { OnDesktop, OnPhone, useDevice } from '../reading/device.tsx';
import { TreeList } from '../tree/tree-list.tsx';
import { toRows } from '../tree/tree-rows.ts';
import { MissingPages } from './missing-pages.tsx';
import { TextMatches } from './text-matches.tsx';

/** The folders and pages of a course. `search` limits them to titles that contain it. */
export function CourseContents({ search }: { search: string }) {
  const { tree, pageId } = useCourse();
  const device = useDevice();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const query = search.trim();
  const rows = useMemo(() => toRows(tree, closed, query), [tree, closed, query]);
  const open = useCallback(
    (id: string) => setClosed((now) => (now.has(id) ? new Set([...now].filter((one) => one !== id)) : now)),
    [],
  );
  const toggle = (id: string) => (closed.has(id) ? open(id) : setClosed(new Set([...closed, id])));
  if (tree.pages.length === 0 && tree.folders.length === 0) return <NoPages />;
  const isSearch = query !== '';
  // Beside the contents, in place of the page that isn't here.
  const isReportedInPlace = pageId === null && device === 'desktop';
  if (isSearch && tree.missing)
    return (
      <MissingPages>
        <Searching />
      </MissingPages>
    );
  const foundIds = rows.flatMap((row) => (row.kind === 'page' ? [row.id] : []));
  if (isSearch && foundIds.length === 0) return <TextMatches query={query} foundIds={foundIds} />;
  return (
    <nav aria-label={t('Pages')} className="grid grid-cols-1 gap-3">
      {tree.missing && !isReportedInPlace && <MissingPages />}
      <TreeList rows={rows} isSearch={isSearch} onToggle={toggle} onOpen={open} />
      {isSearch && <TextMatches query={query} foundIds={foundIds} />}
    </nav>
  );
}

/** Until all pages are here. */
function Searching() {
  return (
    <div aria-busy="true" className="grid gap-3 py-2">
      <Skeleton width="60%" />
      <Skeleton width="85%" />
    </div>
  );
}

function NoPages() {
  const { course, newPage } = useCourse();
  return (
    <>
      <OnDesktop className="py-4 text-center text-sm text-soft">
        <p className="font-semibold">{t('No pages yet')}</p>
        {course.can_edit && <p>{t('Get started by creating a new page.')}</p>}
      </OnDesktop>
      <OnPhone className="py-12 text-center">
        <p className="text-soft">{t('No content available yet')}</p>
        {course.can_edit && (
          <Button variant="primary" className="mt-4" onClick={() => newPage(null)}>
            {t('Add your first page')}
          </Button>
        )}
      </OnPhone>
    </>
  );
}
