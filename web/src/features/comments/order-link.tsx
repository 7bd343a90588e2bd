import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowDownUp } from 'lucide-react';
import { t } from '#contract/i18n/translate.ts';

interface OrderLinkProps {
  isNewest: boolean;
  /** The address with the other order. */
  other: LinkProps;
}

/** Link that reverses the order of comments; the order is stored in the URL. */
export function OrderLink({ isNewest, other }: OrderLinkProps) {
  return (
    <Link
      {...other}
      replace
      resetScroll={false}
      className="btn -mr-3"
      data-variant="quiet"
      data-size="sm"
      aria-label={isNewest ? t('Newest first. Show oldest first') : t('Oldest first. Show newest first')}
    >
      <ArrowDownUp size={16} aria-hidden="true" />
      {isNewest ? t('Newest first') : t('Oldest first')}
    </Link>
  );
}
