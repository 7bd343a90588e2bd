import type { ReactNode } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { Button } from '#web/ui/button.tsx';
import { toMessage } from '../api/error-messages.ts';
import { useReconnect } from '../live/reconnect.ts';
import { LoadFailure } from '../loading/load-failure.tsx';
import { useNearEnd } from './use-near-end.ts';

/** The state of a paged query; the result of `useInfiniteQuery` has it. */
export interface ListPages {
  isPending: boolean;
  isError: boolean;
  error: unknown;
  isFetching: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  hasNextPage: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
}

interface ListFailure {
  /** Title of a panel; without it, the failure is one line. */
  title?: string;
  text?: string;
}

interface ListMore {
  /** Distance from the viewport in pixels at which more is loaded. Null loads on request only. Default: 600. */
  near?: number | null;
  label?: string;
  size?: 'sm' | 'block';
  /** Shown in place of the button while more is loading. */
  skeleton?: ReactNode;
  /** The message if loading more fails and the error has none. */
  failed?: string;
}

interface PagedListProps {
  pages: ListPages;
  /** Number of items on screen. */
  count: number;
  skeleton: ReactNode;
  empty: ReactNode;
  /** What is shown if the first page can't be loaded, with a button that retries. */
  failure: ListFailure;
  /** How further pages are loaded; null hides the button. */
  more?: ListMore | null;
  /** Shown after the last item once everything is loaded. */
  end?: ReactNode;
  children: ReactNode;
}

/** Returns what a list shows: items as soon as there are any, even if a later request fails. */
export function listState(
  { isPending, isError }: Pick<ListPages, 'isPending' | 'isError'>,
  count: number,
): 'loading' | 'failed' | 'empty' | 'items' {
  if (count > 0) return 'items';
  if (isPending) return 'loading';
  return isError ? 'failed' : 'empty';
}

/** A list that is loaded page by page, with its loading, empty and error states. */
export function PagedList(props: PagedListProps) {
  const { pages, count, more = {} } = props;
  const state = listState(pages, count);
  if (state === 'loading') return props.skeleton;
  if (state === 'failed') return <Failure failure={props.failure} onRetry={() => void pages.refetch()} />;
  if (state === 'empty' && !pages.hasNextPage) return props.empty;
  return (
    <>
      {state === 'empty' ? props.empty : props.children}
      {more && pages.hasNextPage && <More pages={pages} more={more} />}
      {!pages.hasNextPage && props.end}
    </>
  );
}

/** Says why the first page isn't there. */
function Failure({ failure: { title, text }, onRetry }: { failure: ListFailure; onRetry: () => void }) {
  if (title !== undefined)
    return (
      <LoadFailure title={title} onRetry={onRetry}>
        {text}
      </LoadFailure>
    );
  return <LineFailure text={text} onRetry={onRetry} />;
}

/** In one line. Tries again by itself when the connection is back. */
function LineFailure({ text, onRetry }: { text: string | undefined; onRetry: () => void }) {
  useReconnect(onRetry);
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-2 py-2 text-sm text-soft">
      {text}
      <Button size="sm" onClick={onRetry}>
        {t('Try again')}
      </Button>
    </div>
  );
}

function More({ pages, more }: { pages: ListPages; more: ListMore }) {
  const { near = 600, label = t('Show more'), size, skeleton } = more;
  const { isFetchNextPageError: isFailed, isFetchingNextPage } = pages;
  // After a failure only the button loads more: otherwise a server in trouble would get requests without end.
  const end = useNearEnd<HTMLDivElement>(
    near !== null && !pages.isFetching && !isFailed,
    () => void pages.fetchNextPage(),
    near ?? 0,
  );
  const isHidden = skeleton !== undefined && !isFailed;
  return (
    <>
      {isFetchingNextPage && skeleton}
      {isFailed && !isFetchingNextPage && (
        <p className="pt-6 text-center text-soft" role="alert">
          {toMessage(pages.error, more.failed ?? t("Couldn't load more."))}
        </p>
      )}
      <div ref={end} className={isHidden ? undefined : 'flex justify-center py-4'}>
        {!isHidden && (
          <Button
            size={size === 'sm' ? 'sm' : undefined}
            block={size === 'block'}
            loading={isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            {isFailed ? t('Try again') : label}
          </Button>
        )}
      </div>
    </>
  );
}
