import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { call } from '#web/lib/api/api-client.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import type { MemberAction } from '../list/row-menu.ts';
import { toMemberFailure } from '../member-messages.ts';
import type { MemberRow } from '../members.api.ts';

type Pages = InfiniteData<{ members: MemberRow[]; next_cursor: string | null }>;
interface Change {
  userId: string;
  action: Exclude<MemberAction, 'report'>;
}

async function send(spaceId: string, { userId, action }: Change): Promise<void> {
  const ofMember = { space_id: spaceId, user_id: userId };
  if (action === 'remove') await call('remove_member', ofMember);
  else if (action === 'ban') await call('ban_member', ofMember);
  else await call('set_member_role', { ...ofMember, role: action === 'make-admin' ? 'admin' : 'member' });
}

/** Changes a member's role, removes or bans them, and shows a toast with the result. */
export function useChangeMember(space: Space, onDone?: () => void) {
  const client = useQueryClient();
  const lists = { queryKey: ['list_members', { space_id: space.id }] };
  return useMutation({
    mutationFn: (change: Change) => send(space.id, change),
    onSuccess: (_response, { userId, action }) => {
      const ends = action === 'remove' || action === 'ban';
      client.setQueriesData<Pages>(lists, (pages) => pages && applyChange(pages, { userId, action }));
      void client.invalidateQueries(lists);
      if (action === 'ban') {
        void client.invalidateQueries({ queryKey: ['list_bans', { space_id: space.id }] });
        void client.invalidateQueries({ queryKey: ['choose_banned'] });
      }
      const role = action === 'make-admin' ? 'admin' : 'member';
      toast(
        ends
          ? { title: action === 'ban' ? t('Member Banned') : t('Member Removed') }
          : {
              title: t('Role Changed'),
              description: t(
                '{role, select, admin {User role updated to admin.} other {User role updated to member.}}',
                { role },
              ),
            },
      );
      onDone?.();
    },
    onError: (error, { action }) => {
      const ends = action === 'remove' || action === 'ban';
      toast(toMemberFailure(error, ends ? t('Error Removing Member') : t('Error Changing Role')));
      // Someone else may have changed the member first, so refetch the lists.
      void client.invalidateQueries(lists);
      onDone?.();
    },
  });
}

/** Applies a change to the cached list until the server responds. */
export function applyChange(pages: Pages, { userId, action }: Change): Pages {
  const change = (row: MemberRow): MemberRow[] => {
    if (row.user_id !== userId) return [row];
    if (action === 'remove' || action === 'ban') return [];
    return [{ ...row, role: action === 'make-admin' ? 'admin' : 'member' }];
  };
  return { ...pages, pages: pages.pages.map((page) => ({ ...page, members: page.members.flatMap(change) })) };
}
