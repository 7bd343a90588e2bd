import { Link } from '@tanstack/react-router';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CoursePageSummary } from '#contract/features/courses/courses.ts';
import { t } from '#contract/i18n/translate.ts';
import { useCourse } from '../course-context.ts';
import { OnDesktop, OnPhone } from './device.tsx';
import { menu } from './use-shown-page.ts';

interface PageLinksProps {
  previous: CoursePageSummary | undefined;
  next: CoursePageSummary | undefined;
  address: string;
  /** Called when someone goes on after the last page. */
  onEnd: () => void;
}

/** Links to the pages before and after; on phones, to the overview and the next page. */
export function PageLinks({ previous, next, address, onEnd }: PageLinksProps) {
  return (
    <>
      <OnDesktop className="mt-10 grid grid-cols-2 gap-4 border-t border-line pt-4">
        <span>
          {previous && (
            <PageLink md={previous.id} address={address} className="neighbor-link">
              <ArrowLeft size={18} className="flex-none" aria-hidden="true" />
              <span className="sr-only">{t('Previous page:')}</span>
              <span className="min-w-0 truncate">{previous.title}</span>
            </PageLink>
          )}
        </span>
        <span className="text-right">
          {next && (
            <PageLink md={next.id} address={address} className="neighbor-link">
              <span className="sr-only">{t('Next page:')}</span>
              <span className="min-w-0 truncate">{next.title}</span>
              <ArrowRight size={18} className="flex-none" aria-hidden="true" />
            </PageLink>
          )}
        </span>
      </OnDesktop>
      <OnPhone className="lesson-links">
        <PageLink md={menu} address={address} className="lesson-link">
          {t('← Menu')}
        </PageLink>
        {next ? (
          <PageLink md={next.id} address={address} className="lesson-link">
            {t('Next →')}
          </PageLink>
        ) : (
          <button type="button" className="lesson-link" onClick={onEnd}>
            {t('Next →')}
          </button>
        )}
      </OnPhone>
    </>
  );
}

interface PageLinkProps {
  md: string;
  address: string;
  className: string;
  children: ReactNode;
}

function PageLink({ md, address, className, children }: PageLinkProps) {
  const { space } = useCourse();
  return (
    <Link
      to="/$subdomain/space/classroom/$course"
      params={{ subdomain: space.subdomain, course: address }}
      search={{ md }}
      className={className}
    >
      {children}
    </Link>
  );
}
