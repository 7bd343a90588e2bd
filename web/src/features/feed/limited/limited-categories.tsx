import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Lock, LockOpen, MessagesSquare } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Category, Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { categoryLocksQuery, Locked, useOpening } from '#web/features/access/index.ts';
import { useChannel } from '#web/lib/live/use-live.ts';
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/card.tsx';
import { spacesOfCategories } from './category-channels.ts';
import { reloadFeeds } from './reload-feeds.ts';

const accessDialog = lazyComponent(
  async () => (await import('./category-access-dialog.tsx')).CategoryAccessDialog,
);

export interface LimitedCategoriesProps {
  space: Space;
  /** The category that the feed shows; undefined for all. */
  categoryId: string | undefined;
  /** Where the live events after the feed begin. */
  cursor: number | null;
  /** Whether the feed has no posts. */
  isEmpty: boolean;
}

type Limited = ReturnType<ReturnType<typeof categoryLocksQuery>['select']>;
const noLocks: Limited = new Map();

/** What a feed needs for categories with rules: their channels, the lock of the one that it shows, and for editors its rules. */
export function LimitedCategories({ space, categoryId, cursor, isEmpty }: LimitedCategoriesProps) {
  const client = useQueryClient();
  const { data: limited = noLocks } = useQuery(categoryLocksQuery(space));
  const category = space.categories.find(({ id }) => id === categoryId);
  const times = [...limited.values()].flatMap(
    ({ lock }) => lock?.unmet.flatMap(({ opens_at }) => opens_at ?? []) ?? [],
  );
  useOpening(times.toSorted()[0] ?? null, () => void reloadFeeds(client, space.id));
  const open = [...limited].flatMap(([id, { lock }]) => (lock ? [] : [id]));
  return (
    <>
      {open.map((id) => (
        <CategoryChannel key={id} id={id} spaceId={space.id} cursor={cursor} />
      ))}
      {category && <ShownCategory space={space} category={category} isEmpty={isEmpty} limited={limited} />}
    </>
  );
}

/** Subscribes to the posts of a category. */
function CategoryChannel({ id, spaceId, cursor }: { id: string; spaceId: string; cursor: number | null }) {
  useEffect(() => {
    spacesOfCategories.set(id, spaceId);
  }, [id, spaceId]);
  useChannel(cursor === null ? null : `category:${id}`, cursor);
  return null;
}

interface ShownCategoryProps extends Pick<LimitedCategoriesProps, 'space' | 'isEmpty'> {
  category: Category;
  limited: Limited;
}

function ShownCategory({ space, category, isEmpty, limited }: ShownCategoryProps) {
  const [showsAccess, setShowsAccess] = useState(false);
  const known = limited.get(category.id);
  if (space.permissions.canEditSpace)
    return (
      <div className="flex">
        <Button
          size="sm"
          variant="quiet"
          icon={known ? <Lock size={16} aria-hidden="true" /> : <LockOpen size={16} aria-hidden="true" />}
          onClick={() => setShowsAccess(true)}
        >
          {t('Who can open it')}
        </Button>
        {showsAccess && (
          <accessDialog.Component
            space={space}
            category={category}
            settings={known?.access ?? null}
            onClose={() => setShowsAccess(false)}
            onLoadFailure={() => setShowsAccess(false)}
          />
        )}
      </div>
    );
  if (!category.is_limited) return null;
  if (known?.lock)
    return (
      <Locked
        title={t("This category isn't open to you yet")}
        lock={known.lock}
        subdomain={space.subdomain}
      />
    );
  return (
    isEmpty && (
      <EmptyState
        icon={<MessagesSquare size={26} aria-hidden="true" />}
        title={t('No posts in this category yet')}
      />
    )
  );
}
