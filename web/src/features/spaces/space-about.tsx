import type { ReactNode } from 'react';
import type { Space } from '#contract/spaces.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Card } from '#web/ui/card.tsx';
import { SpaceCover } from './space-cover.tsx';
import { SpaceFacts } from './space-facts.tsx';
import { SpaceIcon } from './space-icon.tsx';

/** What a space is, for those who have not joined yet and for those who have. `action` is the way in. */
export function SpaceAbout({ space, action }: { space: Space; action: ReactNode }) {
  const about = space.about_description ?? space.description ?? '';
  const rules = space.rules_list ?? [];
  return (
    <div className="mx-auto grid w-full max-w-page gap-6 px-4 py-6 lg:grid-cols-[1fr_20rem] lg:px-6 lg:py-8">
      <Card flush className="self-start">
        <SpaceCover space={space} eager className="aspect-[3/1]" />
        <div className="px-5 pt-5 pb-6 lg:px-7">
          <h1 className="text-2xl">{space.name}</h1>
          {about === '' ? (
            <p className="mt-2 text-soft">This space has not said anything about itself yet.</p>
          ) : (
            <p className="mt-2 max-w-prose whitespace-pre-line">{about}</p>
          )}
          {rules.length > 0 && (
            <section className="mt-6">
              <h2 className="text-lg">Rules</h2>
              <ol className="mt-2 flex list-decimal flex-col gap-1.5 pl-5">
                {rules.map((rule) => (
                  <li key={rule.id}>{rule.text}</li>
                ))}
              </ol>
            </section>
          )}
        </div>
      </Card>
      <aside className="self-start">
        <Card className="flex flex-col gap-4">
          <div className="flex items-center gap-3">
            <SpaceIcon space={space} size="lg" loading="eager" />
            <div className="min-w-0">
              <p className="truncate font-semibold">{space.name}</p>
              <p className="truncate text-sm text-soft">/{space.subdomain}</p>
            </div>
          </div>
          {space.short_description && <p className="text-soft">{space.short_description}</p>}
          <SpaceFacts space={space} />
          {space.owner && (
            <p className="flex items-center gap-2 text-sm text-soft">
              <Avatar
                id={space.owner.id}
                name={space.owner.full_name}
                src={space.owner.avatar_url}
                size="xs"
              />
              Run by {space.owner.full_name}
            </p>
          )}
          {action}
        </Card>
      </aside>
    </div>
  );
}
