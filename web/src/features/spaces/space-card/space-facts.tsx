import { Globe, Lock } from 'lucide-react';
import type { SpaceSummary } from '#contract/features/spaces/spaces.ts';
import { formatPrice } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';
import { toMemberCount } from '#web/lib/text/member-count.ts';

/** `Free`, or the monthly price: `$10/month`. A paid space without a price is free to join. */
export function toPriceText(space: Pick<SpaceSummary, 'pricing_type' | 'price_per_month'>): string {
  const price = space.price_per_month;
  if (space.pricing_type !== 'paid' || price === null || price <= 0) return t('Free');
  return t('{price}/month', { price: formatPrice(price) });
}

/** Member count, price and visibility. */
export function SpaceFacts({
  space,
}: {
  space: Pick<SpaceSummary, 'member_count' | 'pricing_type' | 'price_per_month' | 'is_private'>;
}) {
  const Icon = space.is_private ? Lock : Globe;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-soft">
      <span>{toMemberCount(space.member_count)}</span>
      <span aria-hidden="true">·</span>
      <span>{toPriceText(space)}</span>
      <span aria-hidden="true">·</span>
      <span className="inline-flex items-center gap-1">
        <Icon size={14} aria-hidden="true" />
        {space.is_private ? t('Private') : t('Public')}
      </span>
    </p>
  );
}
