import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { ChatSettings } from '#contract/features/chat/contacts.ts';
import { type Message, msg, t } from '#contract/i18n/translate.ts';
import { type MessagePolicy, messagePolicies } from '#contract/values/message-policies.ts';
import { AppearOfflineSwitch } from '#web/features/membership/index.ts';
import { StoredSettings } from '#web/lib/api/stored-settings.tsx';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { PagedList } from '#web/lib/list/paged-list.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { RadioGroup, Switch } from '#web/ui/fields/choice.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Skeleton } from '#web/ui/progress.tsx';
import { blockedPages, chatSettingsQuery } from './people.api.ts';
import { useBlock } from './use-block.ts';

/** Who can write to the viewer, what others see of them, and whom they have blocked. */
export function ChatSettingsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose} title={t('Chat settings')}>
      <div className="flex flex-col gap-6">
        <Settings />
        <BlockedPeople />
      </div>
    </Dialog>
  );
}

/** In the order of `messagePolicies`. */
const policies: { label: Message; hint?: Message }[] = [
  { label: msg('Everyone') },
  {
    label: msg('People in your spaces and people you follow'),
    hint: msg('Others can send you a message request.'),
  },
  { label: msg('No one') },
];

function Settings() {
  const client = useQueryClient();
  return (
    <StoredSettings
      query={chatSettingsQuery}
      write={(changes: Partial<ChatSettings>) => getApiClient(client)('update_chat_settings', changes)}
      apply={({ settings }, changes) => ({ settings: { ...settings, ...changes } })}
      skeleton={
        <div aria-busy="true" className="grid gap-3">
          <Skeleton width="60%" />
          <Skeleton width="80%" />
          <Skeleton width="70%" />
        </div>
      }
    >
      {({ settings }, change) => (
        <>
          <RadioGroup
            label={t('Who can message you')}
            options={messagePolicies.map((value, index) => {
              const { label, hint } = policies[index] ?? {};
              return { value, label: label && t(label), hint: hint && t(hint) };
            })}
            value={settings.who_can_message}
            onChange={(value) => change({ who_can_message: value as MessagePolicy })}
          />
          <Switch
            label={t('Read receipts')}
            hint={t(
              "If this is off, others can't see what you've read, and you can't see what they've read.",
            )}
            checked={settings.read_receipts}
            onChange={(event) => change({ read_receipts: event.target.checked })}
          />
          <Switch
            label={t('Typing indicators')}
            hint={t("If this is off, others can't see you typing, and you can't see them typing.")}
            checked={settings.typing_indicators}
            onChange={(event) => change({ typing_indicators: event.target.checked })}
          />
          <AppearOfflineSwitch />
        </>
      )}
    </StoredSettings>
  );
}

function BlockedPeople() {
  const pages = useInfiniteQuery({ ...blockedPages(), staleTime: 0 });
  const block = useBlock();
  const people = pages.data?.pages.flatMap((page) => page.people) ?? [];
  return (
    <section aria-label={t('Blocked people')}>
      <h3 className="pb-2 font-semibold">{t('Blocked people')}</h3>
      <PagedList
        pages={pages}
        count={people.length}
        skeleton={<Skeleton width="50%" />}
        empty={<p className="text-soft">{t("You haven't blocked anyone.")}</p>}
        failure={{ text: t("Couldn't load people.") }}
        more={{ size: 'sm' }}
      >
        <ul className="flex flex-col gap-2">
          {people.map(({ id, full_name, avatar_url }) => (
            <li key={id} className="flex items-center gap-3">
              <Avatar id={id} name={full_name} src={avatar_url} size="sm" />
              <span className="min-w-0 flex-1 truncate">{full_name}</span>
              <Button size="sm" onClick={() => block.mutate({ userId: id, isBlocked: false })}>
                {t('Unblock')}
              </Button>
            </li>
          ))}
        </ul>
      </PagedList>
    </section>
  );
}
