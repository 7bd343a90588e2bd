import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { call } from '#web/lib/api/api-client.ts';
import type { PopupProps } from '#web/lib/loading/lazy-overlay.tsx';
import { useDebouncedValue } from '#web/lib/use-debounced-value.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Combobox, type ComboboxOption } from '#web/ui/fields/combobox.tsx';
import { Dialog, DialogClose } from '#web/ui/overlays/dialog.tsx';
import { useChangeMember } from '../roles/use-change-member.ts';

/** Bans a current or former member, found by name. */
export function BanDialog({ space, ...popup }: PopupProps & { space: Space }) {
  const [chosen, setChosen] = useState<ComboboxOption | null>(null);
  const [typed, setTyped] = useState('');
  const search = useDebouncedValue(typed);
  const input = search ? { space_id: space.id, search } : { space_id: space.id };
  const { data, isFetching, isError } = useQuery({
    queryKey: ['choose_banned', input],
    queryFn: async ({ signal }) => {
      const [current, former] = await Promise.all([
        call('list_members', input, { signal }),
        call('list_former_members', input, { signal }),
      ]);
      return [
        ...former.people.map((person) => ({ person, note: t('Former member') })),
        ...current.members
          .filter(({ permissions }) => permissions.can_ban)
          .map(({ user }) => ({ person: user, note: t('Member') })),
      ];
    },
    placeholderData: (previous) => previous,
  });
  const options = (data ?? []).map(({ person, note }) => ({
    value: person.id,
    label: person.full_name,
    note: `@${person.username} · ${note}`,
    icon: <Avatar id={person.id} name={person.full_name} src={person.avatar_url} size="sm" />,
  }));
  const change = useChangeMember(space, () => popup.onOpenChange(false));
  return (
    <Dialog
      {...popup}
      title={t('Ban someone')}
      description={t(
        "They lose access to {space} right away and can't rejoin until unbanned. Their posts and comments stay.",
        { space: space.name },
      )}
      closeOnOutside={false}
      footer={
        <>
          <DialogClose render={<Button>{t('Cancel')}</Button>} />
          <Button
            variant="danger"
            disabled={!chosen}
            loading={change.isPending}
            onClick={() => chosen && change.mutate({ userId: chosen.value, action: 'ban' })}
          >
            {chosen ? t('Ban {name}', { name: chosen.label }) : t('Ban')}
          </Button>
        </>
      }
    >
      <Combobox
        label={t('Member or former member')}
        placeholder={t('Search by name or username')}
        options={options}
        loading={isFetching}
        onSearch={setTyped}
        value={chosen}
        onChange={setChosen}
        error={isError ? t("Couldn't load members. Please try again.") : undefined}
        emptyText={t('No current or former members found.')}
      />
    </Dialog>
  );
}
