import { useQueryClient } from '@tanstack/react-query';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { StoredSettings } from '#web/lib/api/stored-settings.tsx';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { Switch } from '#web/ui/fields/choice.tsx';
import { Skeleton } from '#web/ui/progress.tsx';
import { spaceChatQuery } from './people.api.ts';

/** Whether members of a space can start conversations with the viewer. */
export function SpaceChatTab({ space }: { space: Space }) {
  const client = useQueryClient();
  return (
    <StoredSettings
      query={spaceChatQuery(space.id)}
      write={(chat_enabled: boolean) =>
        getApiClient(client)('set_space_chat', { space_id: space.id, chat_enabled })
      }
      apply={(_, chat_enabled) => ({ chat_enabled })}
      skeleton={<Skeleton width="60%" />}
    >
      {({ chat_enabled }, change) => (
        <Switch
          label={t('Chat with members')}
          hint={t('If this is off, members of {space} can only send you a message request.', {
            space: space.name,
          })}
          checked={chat_enabled}
          onChange={(event) => change(event.target.checked)}
        />
      )}
    </StoredSettings>
  );
}
