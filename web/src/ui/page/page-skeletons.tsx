import type { ReactNode } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { Card } from '../card.tsx';
import { Skeleton } from '../progress.tsx';
import { Page, PageGrid } from './page-grid.tsx';

/** Placeholders of whole pages, shown while the scripts of a page load. */

const countTo = (end: number) => Array.from({ length: end }, (_, index) => index);

/** `isGrid` leaves the place of the second column empty. */
function PagePlaceholder({ isGrid = false, children }: { isGrid?: boolean; children: ReactNode }) {
  const Frame = isGrid ? PageGrid : Page;
  return (
    <Frame>
      <div aria-busy="true" className="flex flex-col gap-4">
        <span className="sr-only" role="status">
          {t('Loading page...')}
        </span>
        {children}
      </div>
    </Frame>
  );
}

const person = (
  <div className="flex items-center gap-3">
    <Skeleton shape="circle" />
    <div className="flex-1">
      <Skeleton width="35%" />
      <Skeleton width="20%" />
    </div>
  </div>
);

/** A row of filters and three cards, beside a second column. */
export function CardsSkeleton() {
  return (
    <PagePlaceholder isGrid>
      <Skeleton width="60%" height="2.25rem" />
      {countTo(3).map((card) => (
        <Card key={card}>
          {person}
          <Skeleton width="65%" height="1.125rem" className="mt-4" />
          <Skeleton />
          <Skeleton width="80%" />
        </Card>
      ))}
    </PagePlaceholder>
  );
}

/** A heading, a row of filters and a list with six rows. */
export const RowsSkeleton = () => <Rows />;

/** The same beside a second column. */
export const GridRowsSkeleton = () => <Rows isGrid />;

function Rows({ isGrid = false }: { isGrid?: boolean }) {
  return (
    <PagePlaceholder isGrid={isGrid}>
      <Skeleton width="12rem" height="1.75rem" />
      <Skeleton width="60%" height="2.25rem" />
      <Card flush className="divide-y divide-line">
        {countTo(6).map((row) => (
          <div key={row} className="px-4 py-3">
            {person}
          </div>
        ))}
      </Card>
    </PagePlaceholder>
  );
}

/** A heading and one large panel. */
export function PanelSkeleton() {
  return (
    <PagePlaceholder>
      <Skeleton width="12rem" height="1.75rem" />
      <Skeleton shape="block" height="min(36rem, 60dvh)" />
    </PagePlaceholder>
  );
}
