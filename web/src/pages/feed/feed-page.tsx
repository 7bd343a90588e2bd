import { t } from '#contract/i18n/translate.ts';
import { FeedScreen, toFeedSearch } from '#web/features/feed/index.ts';
import { WelcomeSlot } from '#web/features/members/index.ts';
import { SetupGuideSlot } from '#web/features/spaces/index.ts';
import type { TabProps } from '#web/lib/tab-props.ts';
import { SpaceRail } from '#web/pages/space/space-rail.tsx';
import { PageGrid } from '#web/ui/page/page-grid.tsx';

export function FeedPage({ space, search }: TabProps) {
  return (
    <PageGrid aside={<SpaceRail space={space} />}>
      <h1 className="sr-only">{space.name}</h1>
      {search.gone === true && (
        <p role="status" className="mb-4 rounded-md bg-sunken px-4 py-3 text-soft">
          {t('This content is no longer available.')}
        </p>
      )}
      <SetupGuideSlot space={space} />
      <WelcomeSlot space={space} />
      <FeedScreen space={space} search={toFeedSearch(search)} />
    </PageGrid>
  );
}
