import { useState } from 'react';
import type { CoursePageSummary } from '#contract/features/courses/courses.ts';
import { t } from '#contract/i18n/translate.ts';
import { Button } from '#web/ui/button.tsx';
import { useCourse } from '../course-context.ts';
import { pagesIn } from '../course-tree.ts';
import { OnDesktop, OnPhone } from '../reading/device.tsx';
import { FolderHead } from './folder-head.tsx';
import { PageRow } from './page-row.tsx';
import { TextMatches } from './text-matches.tsx';

/** The folders and pages of a course: pages without a folder first. `search` limits them to titles that contain it. */
export function CourseContents({ search }: { search: string }) {
  const { tree } = useCourse();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const wanted = search.trim().toLocaleLowerCase();
  const find = (folderId: string | null) =>
    pagesIn(tree, folderId).filter(({ title }) => title.toLocaleLowerCase().includes(wanted));
  if (tree.pages.length === 0 && tree.folders.length === 0) return <NoPages />;
  const toggle = (id: string) => {
    const next = new Set(closed);
    if (!next.delete(id)) next.add(id);
    setClosed(next);
  };
  const loose = find(null);
  const folders = tree.folders.map((folder) => ({ folder, pages: find(folder.id) }));
  const shown = wanted === '' ? folders : folders.filter(({ pages }) => pages.length > 0);
  const foundIds = [...loose, ...shown.flatMap(({ pages }) => pages)].map(({ id }) => id);
  if (wanted !== '' && foundIds.length === 0)
    return <TextMatches query={search.trim()} foundIds={foundIds} />;
  return (
    <nav aria-label={t('Pages')} className="grid grid-cols-1 gap-3">
      {loose.length > 0 && <Rows pages={loose} />}
      {shown.map(({ folder, pages }) => {
        const isOpen = wanted !== '' || !closed.has(folder.id);
        return (
          <div key={folder.id}>
            <FolderHead
              folder={folder}
              count={pages.length}
              isOpen={isOpen}
              onToggle={() => toggle(folder.id)}
            />
            {isOpen && pages.length > 0 && <Rows pages={pages} />}
          </div>
        );
      })}
      {wanted !== '' && <TextMatches query={search.trim()} foundIds={foundIds} />}
    </nav>
  );
}

function Rows({ pages }: { pages: readonly CoursePageSummary[] }) {
  return (
    <ul className="course-rows">
      {pages.map((page) => (
        <PageRow key={page.id} page={page} />
      ))}
    </ul>
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
