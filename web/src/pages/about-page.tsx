import { useMatch, useSearch } from '@tanstack/react-router';
import { InvitedBy, JoinButton, LeaveButton } from '#web/features/members/index.ts';
import { AboutScreen, useLoadedSpace } from '#web/features/spaces/index.ts';

/** What a space is, and the way in; at /{subdomain} for strangers and at /{subdomain}/about for everyone. */
export function AboutPage() {
  const ids = useMatch({ from: '/$subdomain' }).loaderData;
  const space = useLoadedSpace(ids?.space_id ?? '');
  const { ref }: { ref?: unknown } = useSearch({ strict: false });
  return (
    <AboutScreen
      space={space}
      invitedBy={<InvitedBy space={space} invitation={ref} />}
      way={<JoinButton space={space} size="lg" block />}
      leave={<LeaveButton space={space} />}
    />
  );
}
