import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { Card } from '#web/ui/card.tsx';
import { AccentProvider } from '#web/ui/theme/accent-scope.tsx';
import { SpaceCover } from '../space-card/space-cover.tsx';
import { SpaceFacts } from '../space-card/space-facts.tsx';
import { SpaceIcon } from '../space-card/space-icon.tsx';

interface SpacePreviewProps {
  /** What was typed so far; the color may be incomplete. */
  space: Pick<
    Space,
    'name' | 'subdomain' | 'description' | 'is_private' | 'price_per_month' | 'primary_color'
  >;
}

const placeholderColor = '#26A69A';

/** The space as it will look in Discover, while its owner fills in the form. */
export function SpacePreview({ space: typed }: SpacePreviewProps) {
  const color = /^#[0-9a-f]{6}$/i.test(typed.primary_color) ? typed.primary_color : placeholderColor;
  const space = {
    ...typed,
    id: '',
    name: typed.name.trim() || t('Your space'),
    primary_color: color,
    icon_image: null,
    cover_image: null,
    pricing_type: typed.price_per_month === null ? ('free' as const) : ('paid' as const),
    member_count: 1,
  };
  return (
    <section aria-labelledby="space-preview">
      <h2 id="space-preview" className="mb-2 text-sm font-semibold text-soft">
        {t('Preview')}
      </h2>
      <AccentProvider color={color}>
        <Card flush className="overflow-hidden">
          <SpaceCover space={space} sizes="320px" className="h-28" />
          <div className="flex flex-col gap-1.5 px-4 pb-4">
            <div className="relative -mt-6 mb-1 w-fit rounded-lg bg-surface p-1">
              <SpaceIcon space={space} size="lg" />
            </div>
            <p className="text-lg font-semibold wrap-anywhere">{space.name}</p>
            {typed.subdomain && <p className="truncate text-sm text-faint">/{typed.subdomain}</p>}
            <p className="mb-2 line-clamp-3 text-soft wrap-anywhere">
              {typed.description || t('What brings people together here?')}
            </p>
            <SpaceFacts space={space} />
          </div>
        </Card>
      </AccentProvider>
    </section>
  );
}
