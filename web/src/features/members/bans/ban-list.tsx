import { useInfiniteQuery } from '@tanstack/react-query';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { LazyPopup, lazyOverlay } from '#web/lib/loading/lazy-overlay.tsx';
import { RelativeTime } from '#web/lib/text/relative-time-text.tsx';
import { tRich } from '#web/lib/text/rich-message.tsx';
import { Button } from '#web/ui/button.tsx';
import { useLiftBan } from '../joining/use-decide-request.ts';
import { PeoplePages, PersonItem } from '../list/people-pages.tsx';
import { banPages } from '../members.api.ts';

const banDialog = lazyOverlay(async () => (await import('./ban-dialog.tsx')).BanDialog);

/** Banned members, who can't rejoin until unbanned. */
export function BanList({ space }: { space: Space }) {
  const pages = useInfiniteQuery(banPages(space.id));
  const bans = pages.data?.pages.flatMap((page) => page.bans) ?? [];
  const lift = useLiftBan(space);
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-soft">{t("Banned people can't join or ask to join.")}</p>
        <LazyPopup
          popup={banDialog}
          popupProps={{ space }}
          button={<Button size="sm">{t('Ban someone')}</Button>}
        />
      </div>
      <PeoplePages
        pages={pages}
        count={bans.length}
        emptyTitle={t('No banned members')}
        emptyText={t('You can ban current and former members.')}
      >
        {bans.map(({ user, banned_at }) => (
          <PersonItem
            key={user.id}
            person={user}
            note={tRich('banned <time></time>', { time: () => <RelativeTime at={banned_at} long /> })}
            actions={
              <Button
                size="sm"
                aria-label={t('Unban {name}', { name: user.full_name })}
                loading={lift.isPending && lift.variables.userId === user.id}
                onClick={() => lift.mutate({ userId: user.id, name: user.full_name })}
              >
                {t('Unban')}
              </Button>
            }
          />
        ))}
      </PeoplePages>
    </>
  );
}
