import { useInfiniteQuery } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import type { Conversation } from '#contract/features/chat/conversations.ts';
import type { GroupParticipant } from '#contract/features/chat/groups.ts';
import { t } from '#contract/i18n/translate.ts';
import { PagedList } from '#web/lib/list/paged-list.tsx';
import { OnlineDot } from '#web/lib/live/online-dot.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx';
import { participantPages } from '../conversations/conversations.api.ts';
import { useGroupWrite } from './use-group-write.ts';

interface ParticipantsProps {
  conversation: Conversation;
  viewerId: string;
  onMessage: (userId: string) => void;
}

/** Everyone in a group, admins first, with what an admin can do. */
export function Participants({ conversation, viewerId, onMessage }: ParticipantsProps) {
  const pages = useInfiniteQuery({ ...participantPages(conversation.id), staleTime: 0 });
  const people = pages.data?.pages.flatMap(({ participants }) => participants) ?? [];
  return (
    <section aria-label={t('People')}>
      <h4 className="pb-2 font-semibold">
        {t('{count, plural, one {# person} other {# people}}', { count: conversation.participant_count })}
      </h4>
      <PagedList
        pages={pages}
        count={people.length}
        skeleton={<div className="h-40" aria-busy="true" />}
        empty={null}
        failure={{ text: t("Couldn't load people.") }}
        more={{ near: 200, size: 'sm' }}
      >
        <ul className="flex flex-col gap-1">
          {people.map((person) => (
            <li key={person.user_id} className="flex min-h-11 items-center gap-3">
              <Avatar id={person.user_id} name={person.full_name} src={person.avatar_url} size="sm">
                <OnlineDot spaceId={null} userId={person.user_id} isOnline={person.is_online} />
              </Avatar>
              <span className="min-w-0 flex-1 truncate" title={person.full_name}>
                {person.user_id === viewerId ? t('You') : person.full_name}
              </span>
              {person.is_admin && <Badge>{t('Admin')}</Badge>}
              {person.user_id !== viewerId && (
                <PersonMenu conversation={conversation} person={person} onMessage={onMessage} />
              )}
            </li>
          ))}
        </ul>
      </PagedList>
    </section>
  );
}

function PersonMenu({
  conversation: { id: conversation_id, can },
  person: { user_id, full_name: name, is_admin },
  onMessage,
}: {
  conversation: Conversation;
  person: GroupParticipant;
  onMessage: (userId: string) => void;
}) {
  const [isAsked, setAsked] = useState(false);
  const setAdmin = useGroupWrite<boolean>(
    (call, next) => call('set_participant_admin', { conversation_id, user_id, is_admin: next }),
    t("Couldn't change the admins"),
  );
  const remove = useGroupWrite<void>(
    (call) => call('remove_participant', { conversation_id, user_id }),
    t("Couldn't remove {name}", { name }),
  );
  return (
    <>
      <Menu
        trigger={
          <IconButton label={t('More about {name}', { name })} size="sm">
            <Ellipsis size={16} aria-hidden="true" />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => onMessage(user_id)}>{t('Message')}</MenuItem>
        {can.remove && (
          <>
            <MenuItem onSelect={() => setAdmin.mutate(!is_admin)}>
              {is_admin ? t('Remove as admin') : t('Make admin')}
            </MenuItem>
            <MenuSeparator />
            <MenuItem danger onSelect={() => setAsked(true)}>
              {t('Remove from group')}
            </MenuItem>
          </>
        )}
      </Menu>
      {isAsked && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(false)}
          title={t('Remove {name} from the group?', { name })}
          description={t('They can read the messages up to now, but no new ones.')}
          confirm={t('Remove')}
          onConfirm={() => {
            setAsked(false);
            remove.mutate();
          }}
        />
      )}
    </>
  );
}
