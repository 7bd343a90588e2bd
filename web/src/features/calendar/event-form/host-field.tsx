import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { maxEventHosts } from '#contract/values/limits.ts';
import { call } from '#web/lib/api/api-client.ts';
import { useDebouncedValue } from '#web/lib/use-debounced-value.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { MultiCombobox } from '#web/ui/fields/combobox.tsx';
import type { EventDraft } from './event-draft.ts';

/** Up to five members as hosts of an event. */
export function HostField({
  spaceId,
  hosts,
  error,
  onChange,
}: {
  spaceId: string;
  hosts: EventDraft['hosts'];
  error?: string | undefined;
  onChange: (hosts: EventDraft['hosts']) => void;
}) {
  const [typed, setTyped] = useState('');
  const search = useDebouncedValue(typed);
  const input = search ? { space_id: spaceId, search } : { space_id: spaceId };
  const { data, isFetching } = useQuery({
    queryKey: ['choose_hosts', input],
    queryFn: ({ signal }) => call('list_members', input, { signal }),
    placeholderData: (previous) => previous,
  });
  const isFull = hosts.length >= maxEventHosts;
  const options = (isFull ? [] : (data?.members ?? [])).map(({ user }) => ({
    value: user.id,
    label: user.full_name,
    note: `@${user.username}`,
    icon: <Avatar id={user.id} name={user.full_name} src={user.avatar_url} size="sm" />,
  }));
  return (
    <MultiCombobox
      label={t('Hosts')}
      hint={isFull ? t('You can add up to five hosts.') : undefined}
      error={error}
      placeholder={hosts.length === 0 ? t('Search members') : ''}
      options={options}
      loading={isFetching}
      onSearch={setTyped}
      value={hosts.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(chosen) =>
        onChange(chosen.slice(0, maxEventHosts).map(({ value, label }) => ({ id: value, name: label })))
      }
      emptyText={t('No members found.')}
    />
  );
}
