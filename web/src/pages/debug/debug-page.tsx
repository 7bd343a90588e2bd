import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { collectDebugInfo } from '#web/app/debug-info.ts';
import { spaceQuery } from '#web/features/spaces/index.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { useLiveState } from '#web/lib/live/use-live.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

type Sections = Record<string, Record<string, string>>;

/** Client state for developers and general admins: /debug, /storage-debug, /{subdomain}/debug. */
export function DebugPage() {
  const client = useQueryClient();
  const live = useLiveState();
  const { subdomain } = useParams({ strict: false });
  const [attempt, setAttempt] = useState(0);
  const [sections, setSections] = useState<Sections>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` refreshes the values.
  useEffect(() => {
    const ids = subdomain ? client.getQueryData(spaceQuery(subdomain).queryKey) : undefined;
    const space = ids && readEntity(client, 'space', ids.space_id);
    setSections({
      ...collectDebugInfo(client),
      Live: { channel: live },
      ...(space && {
        Space: {
          id: space.id,
          membership: space.membership?.role ?? 'none',
          permissions: JSON.stringify(space.permissions),
          'live cursor': String(ids?.live_cursor),
        },
      }),
    });
  }, [client, live, subdomain, attempt]);
  return (
    <div className="mx-auto flex w-full max-w-prose flex-col gap-4 px-4 py-8">
      <div className="flex items-center justify-between gap-3">
        <h1 className="text-2xl">{t('Debug')}</h1>
        <Button onClick={() => setAttempt(attempt + 1)}>{t('Refresh')}</Button>
      </div>
      {Object.entries(sections).map(([title, rows]) => (
        <Card key={title}>
          <h2 className="mb-2 text-lg">{title}</h2>
          <dl className="grid grid-cols-[10rem_1fr] gap-x-4 gap-y-1 text-sm max-md:grid-cols-1">
            {Object.entries(rows).map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="text-soft">{name}</dt>
                <dd className="min-w-0 font-mono break-words">{value}</dd>
              </div>
            ))}
          </dl>
        </Card>
      ))}
    </div>
  );
}
