import { Ellipsis, MessageCircle } from 'lucide-react';
import { useState } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { msg, t } from '#contract/i18n/translate.ts';
import type { Person } from '#contract/users.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { reportDialog } from '#web/features/moderation/index.ts';
import { MemberCardButton, SpaceAvatar, toPointsText } from '#web/features/points/index.ts';
import { useEntity } from '#web/lib/cache/entity-cache.ts';
import { OnlineDot } from '#web/lib/live/online-dot.tsx';
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';
import { LazyPopup, lazyOverlay } from '#web/lib/loading/lazy-overlay.tsx';
import { openChat } from '#web/lib/open-chat.ts';
import { RelativeTime } from '#web/lib/text/relative-time-text.tsx';
import { tRich } from '#web/lib/text/rich-message.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { MemberRow } from '../members.api.ts';
import { useChangeMember } from '../roles/use-change-member.ts';
import { type MemberAction, toMemberActions } from './row-menu.ts';

const menu = lazyOverlay(async () => (await import('./member-menu.tsx')).MemberMenu);
const endMembershipDialog = lazyComponent(
  async () => (await import('../leaving/end-membership-dialog.tsx')).EndMembershipDialog,
);
const changeRoleDialog = lazyComponent(
  async () => (await import('../roles/change-role-dialog.tsx')).ChangeRoleDialog,
);

const roleNames = { owner: msg('Owner'), admin: msg('Admin'), member: null };

/** A member: name, join date and a menu of the actions that the viewer may take. */
export function MemberItem({ member, space }: { member: MemberRow; space: Space }) {
  const person = useEntity('person', member.user_id);
  const [asking, setAsking] = useState<MemberAction | null>(null);
  const viewer = useViewer();
  const change = useChangeMember(space, () => setAsking(null));
  if (!person) return null;
  const role = roleNames[member.role];
  const canReport = space.membership !== null && viewer?.id !== member.user_id;
  const actions = toMemberActions(member, { canReport });
  const canManage = actions.some((action) => action !== 'report');
  return (
    <li className="flex items-center gap-3 py-2 pr-2 pl-4 not-has-[>button]:pr-4 [contain-intrinsic-size:auto_3rem] [content-visibility:auto]">
      <SpaceAvatar
        person={{ ...person, level: member.level, level_version: member.level_version }}
        spaceId={space.id}
        dot={<OnlineDot spaceId={space.id} userId={member.user_id} isOnline={member.is_online} />}
      />
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 items-center gap-2">
          <MemberCardButton spaceId={space.id} userId={person.id} name={person.full_name}>
            {person.full_name}
          </MemberCardButton>
          {role && <Badge tone={member.role === 'owner' ? 'accent' : 'neutral'}>{t(role)}</Badge>}
        </div>
        {/* The username gives way: the date stays in sight. */}
        <p className="flex min-w-0 text-sm whitespace-nowrap text-soft">
          <span className="truncate">@{person.username}</span>
          <span className="flex-none whitespace-pre">
            {member.points > 0 && <span className="max-sm:hidden"> · {toPointsText(member.points)}</span>}
            {' · '}
            {tRich('joined <time></time>', { time: () => <RelativeTime at={member.joined_at} long /> })}
          </span>
        </p>
      </div>
      {space.membership && viewer && viewer.id !== member.user_id && (
        <IconButton
          label={t('Message {name}', { name: person.full_name })}
          size="sm"
          className="member-message"
          onClick={() => openChat({ userId: member.user_id })}
        >
          <MessageCircle size={20} aria-hidden="true" />
        </IconButton>
      )}
      {actions.length > 0 && (
        <LazyPopup
          opens="menu"
          popup={menu}
          popupProps={{ actions, onAction: setAsking }}
          button={
            <IconButton
              label={
                canManage
                  ? t('Manage {name}', { name: person.full_name })
                  : t('More about {name}', { name: person.full_name })
              }
              size="sm"
              disabled={change.isPending}
            >
              <Ellipsis size={20} aria-hidden="true" />
            </IconButton>
          }
        />
      )}
      {asking && (
        <MemberActionDialog
          action={asking}
          member={member}
          person={person}
          space={space}
          change={change}
          onClose={() => setAsking(null)}
        />
      )}
    </li>
  );
}

interface MemberActionDialogProps {
  action: MemberAction;
  member: MemberRow;
  person: Person;
  space: Space;
  change: ReturnType<typeof useChangeMember>;
  onClose: () => void;
}

/** Asks before the action is taken; a report also asks for the reason. */
function MemberActionDialog({ action, member, person, space, change, onClose }: MemberActionDialogProps) {
  if (action === 'report') {
    return (
      <reportDialog.Component
        target={{ kind: 'member', id: member.user_id }}
        space={space}
        author={person}
        onOpenChange={(open) => !open && onClose()}
        onLoadFailure={onClose}
      />
    );
  }
  const question = {
    personName: person.full_name,
    spaceName: space.name,
    pending: change.isPending,
    onConfirm: () => change.mutate({ userId: member.user_id, action }),
    onClose,
    onLoadFailure: onClose,
  };
  return action === 'make-admin' || action === 'make-member' ? (
    <changeRoleDialog.Component action={action} {...question} />
  ) : (
    <endMembershipDialog.Component action={action} {...question} />
  );
}
