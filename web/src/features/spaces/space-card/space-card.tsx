import { Link } from '@tanstack/react-router';
import { t } from '#contract/i18n/translate.ts';
import { useEntity } from '#web/lib/cache/entity-cache.ts';
import { Card } from '#web/ui/card.tsx';
import { AccentProvider } from '#web/ui/theme/accent-scope.tsx';
import { SpaceCover } from './space-cover.tsx';
import { SpaceFacts } from './space-facts.tsx';
import { SpaceIcon } from './space-icon.tsx';

/** A space in a grid: cover, name, description and facts. The whole card is a link. */
export function SpaceCard({
  spaceId,
  heading: Heading,
  eager,
}: {
  spaceId: string;
  heading: 'h2' | 'h3';
  eager?: boolean;
}) {
  const space = useEntity('space', spaceId);
  if (!space) return null;
  const about = space.short_description || space.description;
  return (
    <AccentProvider color={space.primary_color}>
      <Card flush interactive render={<article />} className="flex flex-col">
        <SpaceCover
          space={space}
          eager={eager}
          sizes="(min-width: 1024px) 23rem, (min-width: 640px) 50vw, 100vw"
          className="h-28"
        />
        <div className="flex flex-1 flex-col gap-1.5 px-4 pb-4">
          <div className="relative -mt-6 mb-1 w-fit rounded-lg bg-surface p-1">
            <SpaceIcon space={space} size="lg" loading={eager ? 'eager' : 'lazy'} />
          </div>
          <Heading className="text-lg">
            <Link to="/$subdomain" params={{ subdomain: space.subdomain }} className="card-link">
              {space.name}
            </Link>
          </Heading>
          {/* The surrounding elements grow instead: clamped text that grows would show the hidden lines. */}
          <div className="mb-2 flex-1">
            {about ? (
              <p className="line-clamp-2 text-soft wrap-anywhere">{about}</p>
            ) : (
              <p className="text-faint">{t('No description yet.')}</p>
            )}
          </div>
          <SpaceFacts space={space} />
        </div>
      </Card>
    </AccentProvider>
  );
}
