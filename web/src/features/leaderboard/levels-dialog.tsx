import '#web/styles/lazy/leaderboard.css';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { SpaceLevel } from '#contract/features/leaderboard/leaderboard.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { toLevelTitle, toPointsText } from '#web/features/points/index.ts';
import type { PopupProps } from '#web/lib/loading/lazy-overlay.tsx';
import { tRich } from '#web/lib/text/rich-message.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Skeleton } from '#web/ui/progress.tsx';
import { levelsQuery } from './leaderboard.api.ts';
import { LevelNamesForm } from './level-names-form.tsx';
import { formatLevelShare } from './level-share.ts';

/** Dialog with the name, required points and member share of each level. The owner can rename the levels. */
export function LevelsDialog({ space, ...popup }: { space: Space } & PopupProps) {
  const levels = useQuery({ ...levelsQuery(space.id), enabled: popup.open });
  const [naming, setNaming] = useState(false);
  const list = levels.data?.levels;
  return (
    <Dialog
      {...popup}
      onOpenChange={(open) => {
        popup.onOpenChange(open);
        if (!open) setNaming(false);
      }}
      title={naming ? t('Rename levels') : t('How levels work')}
      description={
        naming
          ? t('Leave blank to show the level number.')
          : t(
              'Each like on your posts and comments earns 1 point, up to 5 a week from the same member. Points raise your level.',
            )
      }
      closeOnOutside={!naming}
    >
      {list && naming ? (
        <LevelNamesForm space={space} levels={list} onDone={() => setNaming(false)} />
      ) : (
        <>
          {levels.isError && !list ? (
            <div className="py-6 text-center">
              <p className="mb-3 text-soft">{t("Couldn't load the levels.")}</p>
              <Button onClick={() => void levels.refetch()}>{t('Try again')}</Button>
            </div>
          ) : (
            <LevelList levels={list} />
          )}
          {list && space.permissions.isOwner && (
            <Button className="mt-4" onClick={() => setNaming(true)}>
              {t('Rename levels')}
            </Button>
          )}
        </>
      )}
    </Dialog>
  );
}

const hidden = (text: ReactNode) => <span className="sr-only">{text}</span>;

function LevelList({ levels }: { levels: SpaceLevel[] | undefined }) {
  const all = levels?.reduce((sum, level) => sum + level.member_count, 0) ?? 0;
  return (
    <ol className="divide-y divide-line" aria-busy={!levels}>
      {(levels ?? Array.from({ length: 9 }, () => null)).map((level, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order of the nine levels is fixed.
        <li key={index} className="flex items-center gap-3 py-2.5">
          <span className="level-mark" aria-hidden="true">
            {index + 1}
          </span>
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium">
              {level?.name
                ? tRich('{name}<hidden>, level {level}</hidden>', {
                    name: level.name,
                    level: index + 1,
                    hidden,
                  })
                : toLevelTitle(index + 1, null)}
            </span>
            {level ? (
              <span className="text-sm text-soft">
                {index === 0
                  ? toPointsText(0)
                  : t('From {points, plural, one {# point} other {# points}}', { points: level.points })}
              </span>
            ) : (
              <Skeleton width="6rem" />
            )}
          </span>
          {level && (
            <span className="flex-none text-sm text-soft tabular-nums">
              {tRich('{share}<hidden> of members</hidden>', {
                share: formatLevelShare(level.member_count, all),
                hidden,
              })}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
