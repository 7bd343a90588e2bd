import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { invitationQuery } from '../members.api.ts';
import { readInvitation, saveInvitation } from './invitation.ts';

/** "Invited by ..." for a visitor who came by a member's link, now or within the last 30 days. Members see nothing. */
export function InvitedBy({ space, invitation }: { space: Space; invitation: unknown }) {
  const viewer = useViewer();
  const [saved, setSaved] = useState<string>();
  useEffect(() => {
    saveInvitation(space.id, invitation);
    setSaved(readInvitation(space.id));
  }, [space.id, invitation]);
  const isShown = saved !== undefined && space.membership === null && !viewer?.id.startsWith(saved);
  const { data } = useQuery({ ...invitationQuery(space.id, saved ?? ''), enabled: isShown });
  if (!isShown || !data?.inviter) return null;
  const { full_name, avatar_url } = data.inviter;
  return (
    <p className="flex items-center gap-2 text-sm text-soft">
      <Avatar id={saved} name={full_name} src={avatar_url} size="xs" />
      {t('Invited by {name}', { name: full_name })}
    </p>
  );
}
