import type { Space } from '#contract/features/spaces/spaces.ts';
import { formatPrice } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';

/**
 * What the join button of a space does for the viewer: open, join, ask, withdraw the request, pay, or nothing when
 * banned.
 */
export type JoinState = 'open' | 'join' | 'ask' | 'requested' | 'pay' | 'banned';

/** A paid space without a price is free to join; a private one requires a request, whatever it costs. */
export function toJoinState(
  space: Pick<
    Space,
    'membership' | 'viewer_is_banned' | 'is_private' | 'join_requested' | 'pricing_type' | 'price_per_month'
  >,
): JoinState {
  if (space.membership) return 'open';
  if (space.viewer_is_banned) return 'banned';
  if (space.is_private) return space.join_requested ? 'requested' : 'ask';
  return space.pricing_type === 'paid' && (space.price_per_month ?? 0) > 0 ? 'pay' : 'join';
}

/** The label of the join button. */
export function toJoinLabel(state: JoinState, pricePerMonth: number | null): string {
  const labels: Record<JoinState, string> = {
    open: t('Open'),
    join: t('Join'),
    ask: t('Ask to join'),
    requested: t('Request sent'),
    banned: t('Banned'),
    pay: t('Join for {price} a month', { price: formatPrice(pricePerMonth ?? 0) }),
  };
  return labels[state];
}
