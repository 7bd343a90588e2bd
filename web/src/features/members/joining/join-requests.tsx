import { useInfiniteQuery } from '@tanstack/react-query';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { RelativeTime } from '#web/lib/text/relative-time-text.tsx';
import { tRich } from '#web/lib/text/rich-message.tsx';
import { Button } from '#web/ui/button.tsx';
import { PeoplePages, PersonItem } from '../list/people-pages.tsx';
import { joinRequestPages } from '../members.api.ts';
import { useDecideRequest } from './use-decide-request.ts';

/** Pending join requests with their messages. */
export function JoinRequests({ space }: { space: Space }) {
  const pages = useInfiniteQuery(joinRequestPages(space.id));
  const requests = pages.data?.pages.flatMap((page) => page.requests) ?? [];
  const decide = useDecideRequest(space);
  const deciding = decide.isPending ? decide.variables : undefined;
  return (
    <PeoplePages
      pages={pages}
      count={requests.length}
      emptyTitle={t('No pending requests')}
      emptyText={
        space.is_private
          ? t('Join requests will show up here.')
          : t('This space is public, so anyone can join.')
      }
    >
      {requests.map(({ id, user, message, created_at }) => {
        const send = (approve: boolean) => decide.mutate({ userId: user.id, name: user.full_name, approve });
        const isBusy = (approve: boolean) => deciding?.userId === user.id && deciding.approve === approve;
        return (
          <PersonItem
            key={id}
            person={user}
            note={tRich('asked <time></time>', { time: () => <RelativeTime at={created_at} long /> })}
            actions={
              <>
                <Button
                  size="sm"
                  aria-label={t('Decline {name}', { name: user.full_name })}
                  loading={isBusy(false)}
                  onClick={() => send(false)}
                >
                  {t('Decline')}
                </Button>
                <Button
                  size="sm"
                  variant="primary"
                  aria-label={t('Approve {name}', { name: user.full_name })}
                  loading={isBusy(true)}
                  onClick={() => send(true)}
                >
                  {t('Approve')}
                </Button>
              </>
            }
          >
            {message && <p className="mt-1.5 max-w-prose whitespace-pre-line wrap-anywhere">{message}</p>}
          </PersonItem>
        );
      })}
    </PeoplePages>
  );
}
