import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { toCount } from '#web/lib/text/member-count.ts';
import { Card } from '#web/ui/card.tsx';
import { SpaceCover } from './space-cover.tsx';
import { SpaceIcon } from './space-icon.tsx';

interface SpaceRailCardProps {
  space: Space;
  /** How many members are online; undefined while that isn't known. */
  online: number | undefined;
}

/** A space in the second column of its pages. */
export function SpaceRailCard({ space, online }: SpaceRailCardProps) {
  const text = space.short_description || space.description;
  return (
    <Card flush className="overflow-hidden">
      <SpaceCover space={space} sizes="320px" className="aspect-[3/1]" />
      <div className="flex flex-col gap-4 p-4">
        <div className="flex items-center gap-3">
          <SpaceIcon space={space} size="md" />
          <p className="line-clamp-2 min-w-0 font-semibold wrap-anywhere">{space.name}</p>
        </div>
        {text && <p className="line-clamp-2 text-sm text-soft wrap-anywhere">{text}</p>}
        <dl className="grid grid-cols-3 divide-x divide-line text-center">
          <Figure
            value={space.member_count}
            label={t('{count, plural, one {Member} other {Members}}', { count: space.member_count })}
          />
          <Figure value={online} label={t('Online')} />
          <Figure
            value={space.staff.length}
            label={t('{count, plural, one {Admin} other {Admins}}', { count: space.staff.length })}
          />
        </dl>
      </div>
    </Card>
  );
}

function Figure({ value, label }: { value: number | undefined; label: string }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-xs text-faint">{label}</dt>
      <dd className="font-semibold tabular-nums">{value === undefined ? '–' : toCount(value)}</dd>
    </div>
  );
}
