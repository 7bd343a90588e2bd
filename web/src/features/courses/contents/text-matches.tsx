import '#web/styles/lazy/classroom.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { t } from '#contract/i18n/translate.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { useDebouncedValue } from '#web/lib/use-debounced-value.ts';
import { Skeleton } from '#web/ui/progress.tsx';
import { useCourse } from '../course-context.ts';
import { courseSearchQuery } from '../courses.api.ts';

interface TextMatchesProps {
  query: string;
  /** The pages that are listed already because of their titles. */
  foundIds: readonly string[];
}

/** The pages whose text contains what is searched for. */
export function TextMatches({ query, foundIds }: TextMatchesProps) {
  const { space, course, address, tree } = useCourse();
  const settled = useDebouncedValue(query);
  const search = useQuery({
    ...courseSearchQuery(course.id, settled),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  // A member about whom something is only supposed sees fewer pages than the viewer.
  const matches = (search.data?.results ?? []).filter(
    ({ page_id }) => !foundIds.includes(page_id) && tree.pages.some(({ id }) => id === page_id),
  );
  if (search.isPending)
    return (
      <div aria-busy="true" className="grid gap-3 py-2">
        <Skeleton width="60%" />
        <Skeleton width="85%" />
      </div>
    );
  if (search.isError)
    return (
      <p role="alert" className="py-4 text-sm text-soft">
        {t('Search failed: {message}', { message: toMessage(search.error, t('Please try again.')) })}
      </p>
    );
  if (matches.length === 0)
    return foundIds.length === 0 ? (
      <p className="py-8 text-center text-soft">{t('No pages found.')}</p>
    ) : null;
  return (
    <section aria-label={t('In the text')}>
      <h2 className="px-3 py-1 text-sm font-semibold">{t('In the text')}</h2>
      <ul className="course-rows">
        {matches.map(({ page_id, title, excerpt }, index) => (
          <li
            key={page_id}
            className="course-row"
            data-first={index === 0 ? '' : undefined}
            data-last={index === matches.length - 1 ? '' : undefined}
          >
            <Link
              to="/$subdomain/space/classroom/$course"
              params={{ subdomain: space.subdomain, course: address }}
              search={{ md: page_id }}
              className="course-link"
            >
              <span className="min-w-0">
                <span className="block wrap-anywhere">{title}</span>
                <span className="line-clamp-2 text-sm text-soft wrap-anywhere">{excerpt}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
