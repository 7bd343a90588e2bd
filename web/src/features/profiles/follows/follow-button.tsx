import { useQueryClient } from '@tanstack/react-query';
import { UserCheck, UserPlus } from 'lucide-react';
import { t } from '#contract/i18n/translate.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { setFollow } from './set-follow.ts';
import { useFollow } from './use-follow.ts';

const icon = { size: 18, 'aria-hidden': true } as const;

/**
 * Follows a person, or ends that. Hidden where the viewer can't, and until it's known whether they follow the person: then its room
 * is kept, so that nothing moves.
 */
export function FollowButton({ userId, className }: { userId: string; className?: string }) {
  const client = useQueryClient();
  const { follow, isLoading } = useFollow(userId);
  if (isLoading)
    return (
      <Button
        className={cx('invisible', className)}
        icon={<UserPlus {...icon} />}
        aria-hidden="true"
        disabled
      >
        {t('Follow')}
      </Button>
    );
  if (!follow?.can_follow) return null;
  const { is_following } = follow;
  return (
    <Button
      aria-pressed={is_following}
      className={className}
      icon={is_following ? <UserCheck {...icon} /> : <UserPlus {...icon} />}
      onClick={() => void setFollow(client, userId, !is_following)}
    >
      {is_following ? t('Following') : t('Follow')}
    </Button>
  );
}
