import '#web/styles/lazy/classroom.css';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CoursePageSummary } from '#contract/features/courses/courses.ts';
import { t } from '#contract/i18n/translate.ts';
import { MissingPages } from '../contents/missing-pages.tsx';
import { useCourse } from '../course-context.ts';
import { countPages } from '../course-tree.ts';
import { OnDesktop, OnPhone } from './device.tsx';
import { menu } from './use-shown-page.ts';

interface PageLinksProps {
  previous: CoursePageSummary | undefined;
  next: CoursePageSummary | undefined;
  /** Which page of the course it is, counted from 1. */
  number: number;
  /** Whether it's the last one of the course. Otherwise, without `next`, that one isn't here yet. */
  isLast: boolean;
  /** Called when someone goes on without a next page. */
  onEnd: () => void;
}

/** Links to the pages before and after; on phones, to the overview and the next page. */
export function PageLinks({ previous, next, number, isLast, onEnd }: PageLinksProps) {
  const { tree } = useCourse();
  return (
    <>
      {((!next && !isLast) || (!previous && number > 1)) && (
        // Elsewhere, the contents beside it say so.
        <OnPhone>
          <MissingPages />
        </OnPhone>
      )}
      {(previous || next) && (
        <OnDesktop className="mt-10 grid grid-cols-2 gap-4 border-t border-line pt-4">
          <span>
            {previous && (
              <PageLink
                md={previous.id}
                className="neighbor-link"
                label={t('Previous page: {title}', { title: previous.title })}
              >
                <ArrowLeft size={18} className="flex-none" aria-hidden="true" />
                <span className="min-w-0 truncate">{previous.title}</span>
              </PageLink>
            )}
          </span>
          <span className="text-right">
            {next && (
              <PageLink
                md={next.id}
                className="neighbor-link"
                label={t('Next page: {title}', { title: next.title })}
              >
                <span className="min-w-0 truncate">{next.title}</span>
                <ArrowRight size={18} className="flex-none" aria-hidden="true" />
              </PageLink>
            )}
          </span>
        </OnDesktop>
      )}
      <OnPhone>
        <div className="lesson-links" data-floor="">
          <PageLink md={menu} className="lesson-link">
            {t('← Menu')}
          </PageLink>
          <span className="self-center text-sm text-soft tabular-nums">
            {t('Page {number, number} of {count, number}', { number, count: countPages(tree) })}
          </span>
          {next ? (
            <PageLink md={next.id} className="lesson-link">
              {t('Next →')}
            </PageLink>
          ) : (
            <button type="button" className="lesson-link" onClick={onEnd}>
              {t('Next →')}
            </button>
          )}
        </div>
      </OnPhone>
    </>
  );
}

interface PageLinkProps {
  md: string;
  className: string;
  /** Accessible name, if it isn't the content. */
  label?: string;
  children: ReactNode;
}

function PageLink({ md, className, label, children }: PageLinkProps) {
  const { space, address } = useCourse();
  return (
    <Link
      to="/$subdomain/space/classroom/$course"
      params={{ subdomain: space.subdomain, course: address }}
      search={{ md }}
      className={className}
      aria-label={label}
    >
      {children}
    </Link>
  );
}
