import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
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

/** Members who can become the owner. `search` finds them by name. */
function useOwnerOptions(spaceId: string) {
  const [typed, search] = useState('');
  const settled = useDebouncedValue(typed);
  const input = settled ? { space_id: spaceId, search: settled } : { space_id: spaceId };
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
  return { options, isFetching, search };
}

/** Makes another member the owner. Shows a toast when it is done and when it fails. */
function useTransferOwnership(space: Space, onTransferred: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (newOwner: ComboboxOption) => {
      markLocalChange(space.id, 'admin');
      return call('transfer_ownership', { space_id: space.id, user_id: newOwner.value });
    },
    onSuccess: async (_response, newOwner) => {
      onTransferred();
      toast({
        title: t('Ownership transferred'),
        description: t("{name} now owns {space}. You're an admin now.", {
          name: newOwner.label,
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
}

interface TransferDialogProps extends Pick<PopupProps, 'open' | 'onOpenChange'> {
  space: Space;
}

/** Transfers the space to another member, who is selected and confirmed by typing the space's name. */
export function TransferDialog({ space, ...popup }: TransferDialogProps) {
  const [chosen, setChosen] = useState<ComboboxOption | null>(null);
  const [confirmation, setConfirmation] = useState('');
  const { options, isFetching, search } = useOwnerOptions(space.id);
  const transfer = useTransferOwnership(space, () => popup.onOpenChange(false));
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
            onClick={() => chosen && transfer.mutate(chosen)}
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
          onSearch={search}
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
