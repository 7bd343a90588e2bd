import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import type { Space } from '#contract/spaces.ts';
import { spaceQuery } from '#web/features/spaces/index.ts';
import { call } from '#web/lib/api/api-client.ts';
import type { PopupProps } from '#web/lib/loading/lazy-overlay.tsx';
import { useDebouncedValue } from '#web/lib/use-debounced-value.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Combobox, type ComboboxOption } from '#web/ui/fields/combobox.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog, DialogClose } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { markLocalChange } from '../local-changes.ts';
import { toMemberFailure } from '../member-messages.ts';

/** Transfers the space to another member, who is selected and confirmed by typing the space's name. */
export function TransferDialog({ space, ...popup }: PopupProps & { space: Space }) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<ComboboxOption | null>(null);
  const [typed, setTyped] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const search = useDebouncedValue(typed);
  const input = search ? { space_id: space.id, search } : { space_id: space.id };
  const { data, isFetching } = useQuery({
    // A separate query key, so that the results don't mix with the member list of the page.
    queryKey: ['choose_owner', input],
    queryFn: ({ signal }) => call('list_members', input, { signal }),
    placeholderData: (previous) => previous,
  });
  const options = (data?.members ?? [])
    .filter((member) => member.role !== 'owner')
    .map(({ user }) => ({
      value: user.id,
      label: user.full_name,
      note: `@${user.username}`,
      icon: <Avatar id={user.id} name={user.full_name} src={user.avatar_url} size="sm" />,
    }));
  const transfer = useMutation({
    mutationFn: (userId: string) => {
      markLocalChange(space.id, 'admin');
      return call('transfer_ownership', { space_id: space.id, user_id: userId });
    },
    onSuccess: async () => {
      popup.onOpenChange(false);
      toast({
        title: t('Ownership transferred'),
        description: t("{name} now owns {space}. You're an admin now.", {
          name: chosen?.label ?? t('Someone'),
          space: space.name,
        }),
      });
      void client.invalidateQueries({ queryKey: ['list_members', { space_id: space.id }] });
      await client.invalidateQueries(spaceQuery(space.subdomain));
    },
    onError: (error) => {
      toast(toMemberFailure(error, t("Couldn't transfer the space")));
    },
  });
  const isConfirmed = confirmation.trim() === space.name;
  return (
    <Dialog
      {...popup}
      title={t('Transfer ownership')}
      description={t(
        "The new owner gets full control, and only they can transfer it back. You'll become an admin.",
      )}
      closeOnOutside={false}
      footer={
        <>
          <DialogClose render={<Button>{t('Cancel')}</Button>} />
          <Button
            variant="danger"
            disabled={!chosen || !isConfirmed}
            loading={transfer.isPending}
            onClick={() => chosen && transfer.mutate(chosen.value)}
          >
            {t('Transfer ownership')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <Combobox
          label={t('New owner')}
          placeholder={t('Search members')}
          options={options}
          loading={isFetching}
          onSearch={setTyped}
          value={chosen}
          onChange={setChosen}
          emptyText={t('No members found.')}
        />
        <TextField
          label={t('Type "{space}" to confirm', { space: space.name })}
          autoComplete="off"
          value={confirmation}
          onChange={(event) => setConfirmation(event.target.value)}
        />
      </div>
    </Dialog>
  );
}
