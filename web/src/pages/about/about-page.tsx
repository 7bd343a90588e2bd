import { InvitedBy, JoinButton, LeaveButton, useLookedAround } from '#web/features/members/index.ts';
import { AboutScreen, toAboutSearch } from '#web/features/spaces/index.ts';
import type { TabProps } from '#web/lib/tab-props.ts';

/** Describes a space and how to join it: at /{subdomain} for visitors and at /{subdomain}/about for everyone. */
export function AboutPage({ space, search }: TabProps) {
  useLookedAround(space, 'about');
  return (
    <AboutScreen
      space={space}
      edit={toAboutSearch(search).edit}
      invitedBy={<InvitedBy space={space} invitation={search.ref} />}
      joinAction={!space.membership && <JoinButton space={space} size="lg" block />}
      leaveAction={<LeaveButton space={space} />}
    />
  );
}
