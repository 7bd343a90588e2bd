import { useNavigate } from '@tanstack/react-router';
import { t } from '#contract/i18n/translate.ts';
import type { PopupProps } from '#web/lib/loading/lazy-overlay.tsx';
import { Menu, MenuRadioGroup } from '#web/ui/overlays/menu.tsx';
import type { FeedSearch } from './feed.api.ts';
import { type FeedOrder, feedOrders, toOrder } from './feed-orders.ts';

export interface SortMenuProps {
  subdomain: string;
  search: FeedSearch;
}

/** The orders of the feed. Choosing one changes the address. */
export function SortMenu({ subdomain, search, ...popup }: PopupProps & SortMenuProps) {
  const navigate = useNavigate();
  const choose = (order: FeedOrder) => {
    const { category } = search;
    void navigate({
      to: '/$subdomain/space',
      params: { subdomain },
      search: { ...feedOrders[order].search, ...(category ? { category } : {}) },
      replace: true,
      resetScroll: false,
    });
  };
  return (
    <Menu {...popup}>
      <MenuRadioGroup
        label={t('Sort')}
        options={Object.entries(feedOrders).map(([value, { label }]) => ({ value, label: t(label) }))}
        value={toOrder(search)}
        onChange={(order) => choose(order as FeedOrder)}
      />
    </Menu>
  );
}
