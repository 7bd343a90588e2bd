import { useQuery } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import type { MemberCard } from '#contract/features/leaderboard/leaderboard.ts';
import { t } from '#contract/i18n/translate.ts';
import { toLevelProgress, toPointsMissing } from '#contract/values/levels.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { FollowButton, FollowTotals, useFollow } from '#web/features/profiles/index.ts';
import { isApiError } from '#web/lib/api/api-client.ts';
import type { PopupProps } from '#web/lib/loading/lazy-overlay.tsx';
import { openChat } from '#web/lib/open-chat.ts';
import { RelativeTime } from '#web/lib/text/relative-time-text.tsx';
import { tRich } from '#web/lib/text/rich-message.tsx';
import { Button } from '#web/ui/button.tsx';
import { Popover, PopoverClose, type PopoverProps } from '#web/ui/overlays/popover.tsx';
import { ProgressBar, Skeleton } from '#web/ui/progress.tsx';
import { BadgeIcon } from './badge-icon.tsx';
import { toLevelTitle, toNextLevelText, toPointsText } from './level-messages.ts';
import { memberCardQuery } from './points.api.ts';
import { SpaceAvatar } from './space-avatar.tsx';

export interface MemberCardProps {
  spaceId: string;
  userId: string;
  /** Shown while the card is loading. */
  name: string;
}

/** Popover about a member: level in this space and badges. */
export function MemberCardPopover({
  spaceId,
  userId,
  name,
  ...popup
}: MemberCardProps & Omit<PopupProps, 'trigger'> & Pick<PopoverProps, 'trigger' | 'anchor'>) {
  const card = useQuery({ ...memberCardQuery(spaceId, userId), enabled: popup.open });
  // Requested along with the card, which doesn't wait for it.
  useFollow(userId, { enabled: popup.open });
  return (
    <Popover {...popup} title={name} titleHidden align="start">
      <div className="min-w-64" aria-busy={card.isPending}>
        {card.data ? (
          <CardContent member={card.data.member} spaceId={spaceId} />
        ) : isApiError(card.error, 'member_not_found') ? (
          <p className="py-2 text-soft">{t('{name} is no longer a member of this space.', { name })}</p>
        ) : card.isError ? (
          <div className="py-4 text-center">
            <p className="mb-3 text-soft">{t("{name} couldn't be loaded.", { name })}</p>
            <Button size="sm" onClick={() => void card.refetch()}>
              {t('Try again')}
            </Button>
          </div>
        ) : (
          <div className="grid grid-cols-1 gap-3">
            <div className="flex items-center gap-3">
              <Skeleton shape="circle" width="3rem" height="3rem" />
              <Skeleton width="9rem" />
            </div>
            <Skeleton width="100%" />
            <Skeleton width="70%" />
          </div>
        )}
      </div>
    </Popover>
  );
}

export function CardContent({ member, spaceId }: { member: MemberCard; spaceId: string }) {
  const { user, points, level_name, badges } = member;
  const missing = toPointsMissing(points);
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex items-center gap-3">
        <SpaceAvatar person={user} spaceId={spaceId} size="lg" />
        <div className="min-w-0">
          <p className="truncate font-semibold">{user.full_name}</p>
          <p className="truncate text-sm text-soft">
            {tRich('@{username} · joined <time></time>', {
              username: user.username,
              time: () => <RelativeTime at={member.joined_at} long />,
            })}
          </p>
        </div>
      </div>
      <ProgressBar
        label={toLevelTitle(user.level, level_name)}
        value={toLevelProgress(points)}
        valueText={missing === null ? toPointsText(points) : toNextLevelText(missing, user.level)}
      />
      <CardBadges badges={badges} />
      <FollowTotals userId={user.id} />
      <CardActions userId={user.id} />
    </div>
  );
}

/** Follows a member, and opens the conversation with them; not for oneself, and not for visitors. */
function CardActions({ userId }: { userId: string }) {
  const viewer = useViewer();
  if (!viewer || viewer.id === userId) return null;
  return (
    <div className="flex gap-2">
      <FollowButton userId={userId} className="flex-1" />
      <PopoverClose
        render={<Button className="flex-1" icon={<MessageCircle size={18} aria-hidden="true" />} />}
        onClick={() => openChat({ userId })}
      >
        {t('Message')}
      </PopoverClose>
    </div>
  );
}

/** The badges with their names. What each is for is a tooltip, and read out. */
function CardBadges({ badges }: { badges: MemberCard['badges'] }) {
  if (badges.length === 0) return null;
  return (
    <ul aria-label={t('Badges')} className="flex flex-wrap gap-x-3 gap-y-1.5">
      {badges.map(({ code, name, description }) => (
        <li key={code} className="flex items-center gap-1 text-sm text-soft" title={description}>
          <BadgeIcon code={code} size={18} />
          {name}
          <span className="sr-only">: {description}</span>
        </li>
      ))}
    </ul>
  );
}
