import '#web/styles/lazy/access.css';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useState } from 'react';
import type { AccessItem } from '#contract/features/access/access.ts';
import type { MemberAccess } from '#contract/features/access/member-access.ts';
import { t } from '#contract/i18n/translate.ts';
import { MemberLine } from '#web/features/points/index.ts';
import { newClientId } from '#web/lib/api/client-id.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { PagedList } from '#web/lib/list/paged-list.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/card.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { Skeleton } from '#web/ui/progress.tsx';
import { GiveToMany } from './give-to-many.tsx';
import type { ItemAccess } from './item-access.ts';
import { toMinuteText, toStep } from './lock-copy.ts';

interface MemberAccessTableProps {
  access: ItemAccess;
  /** The members, 50 a page. */
  pages: UseInfiniteQueryResult<InfiniteData<{ members: MemberAccess[]; next_cursor: string | null }>>;
}

/** Gives members access, or takes it back, and shows it. */
function useGrants(access: ItemAccess) {
  const [isSending, setSending] = useState(false);
  const run = async (failed: string, work: () => Promise<void>) => {
    setSending(true);
    try {
      await work();
    } catch (error) {
      toast({
        title: failed,
        description: toMessage(error, t('Please try again.')),
        variant: 'destructive',
      });
    } finally {
      setSending(false);
      access.refetchMembers();
    }
  };
  const take = (from: Parameters<ItemAccess['take']>[0]) =>
    run(t("Couldn't take access back"), async () => {
      const count = await access.take(from);
      toast({
        title: t('{count, plural, one {Access taken from # member} other {Access taken from # members}}', {
          count,
        }),
      });
    });
  const give = (to: Parameters<ItemAccess['give']>[1]) =>
    run(t("Couldn't give access"), async () => {
      const client_id = newClientId();
      const count = await access.give(client_id, to);
      toast({
        title: t('{count, plural, one {Access given to # member} other {Access given to # members}}', {
          count,
        }),
        ...(count > 0
          ? { duration: 10_000, action: { label: t('Undo'), onPress: () => void take({ client_id }) } }
          : {}),
      });
    });
  return { isSending, give, take };
}

/** Who can open an item, since when, and why others can't. */
export function MemberAccessTable({ access, pages }: MemberAccessTableProps) {
  const members = pages.data?.pages.flatMap((page) => page.members) ?? [];
  const { isSending, give, take } = useGrants(access);
  return (
    <div className="grid grid-cols-1 gap-4">
      <GiveToMany isSending={isSending} onGive={(filter) => void give(filter)} />
      <PagedList
        pages={pages}
        count={members.length}
        skeleton={<ListSkeleton />}
        empty={<EmptyState icon={<Users size={26} aria-hidden="true" />} title={t('No members yet')} />}
        failure={{
          title: t("Couldn't load the members"),
          text: toMessage(pages.error, t('Please try again.')),
        }}
      >
        <ul className="divide-y divide-line">
          {members.map((member) => (
            <li key={member.person.id} className="access-member">
              <MemberLine person={member.person} spaceId={access.space_id} className="min-w-0 flex-1">
                <AccessText member={member} kind={access.item.kind} />
              </MemberLine>
              {member.granted_at !== null ? (
                <Button
                  size="sm"
                  disabled={isSending}
                  aria-label={t('Take access back from {name}', { name: member.person.full_name })}
                  onClick={() => void take({ user_id: member.person.id })}
                >
                  {t('Take back')}
                </Button>
              ) : (
                !member.is_open && (
                  <Button
                    size="sm"
                    disabled={isSending}
                    aria-label={t('Give access to {name}', { name: member.person.full_name })}
                    onClick={() => void give({ user_id: member.person.id })}
                  >
                    {t('Give access')}
                  </Button>
                )
              )}
            </li>
          ))}
        </ul>
      </PagedList>
    </div>
  );
}

/** `kind` is that of the item that the table is about: its own lock needs no name. */
const toAccessText = (
  { is_open, at, granted_at, locked_by }: MemberAccess,
  kind: AccessItem['kind'],
): string => {
  if (is_open && granted_at !== null) return t('Given access {time}', { time: toMinuteText(granted_at) });
  if (is_open) return at === null ? t('Open') : t('Open since {time}', { time: toMinuteText(at) });
  const names = {
    course: t('Course'),
    folder: t('Folder'),
    page: t('Page'),
    event: t('Event'),
    category: t('Category'),
  };
  return locked_by
    .map(({ item, lock }) => {
      const steps = lock.unmet
        .map((unmet) => toStep(unmet))
        .join(lock.match === 'any' ? ` ${t('or')} ` : ', ');
      if (item.kind === kind) return steps;
      return t('{name}: {text}', { name: names[item.kind], text: steps });
    })
    .join('; ');
};

function AccessText({ member, kind }: { member: MemberAccess; kind: AccessItem['kind'] }) {
  return (
    <p className="text-sm text-soft wrap-anywhere">
      {t('Level {level}', { level: member.level })} · {toAccessText(member, kind)}
    </p>
  );
}

function ListSkeleton() {
  return (
    <div aria-busy="true">
      {[50, 35, 45].map((width) => (
        <div key={width} className="flex items-center gap-3 py-3">
          <Skeleton shape="circle" width="2.5rem" height="2.5rem" />
          <Skeleton width={`${width}%`} />
        </div>
      ))}
    </div>
  );
}
