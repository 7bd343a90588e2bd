import { Button } from '#web/ui/button.tsx';
import { useKeptPosition } from './use-kept-position.ts';

interface PreviousPageProps {
  pages: {
    isFetchingPreviousPage: boolean;
    hasPreviousPage: boolean;
    fetchPreviousPage: () => unknown;
  };
  label: string;
}

/**
 * The button that loads the page before the loaded ones. Put it in a `PagedList` right before the element with the items,
 * which keep their position on screen.
 */
export function PreviousPage({ pages, label }: PreviousPageProps) {
  const top = useKeptPosition<HTMLDivElement>(pages.isFetchingPreviousPage);
  return (
    <>
      {pages.hasPreviousPage && (
        <Button
          block
          className="mb-5"
          loading={pages.isFetchingPreviousPage}
          onClick={() => void pages.fetchPreviousPage()}
        >
          {label}
        </Button>
      )}
      <div ref={top} />
    </>
  );
}
