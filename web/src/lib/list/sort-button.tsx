import { ArrowDownUp } from 'lucide-react';
import { t } from '#contract/i18n/translate.ts';
import { Button } from '#web/ui/button.tsx';
import type { ChoiceMenuProps } from '#web/ui/overlays/choice-menu.tsx';
import { LazyPopup, lazyOverlay } from '../loading/lazy-overlay.tsx';

const choiceMenu = lazyOverlay<ChoiceMenuProps>(
  async () => (await import('#web/ui/overlays/choice-menu.tsx')).ChoiceMenu,
);

interface SortButtonProps extends Pick<ChoiceMenuProps, 'value' | 'onChange'> {
  options: readonly { value: string; label: string }[];
  /** Whether it is only an icon on phones, beside a row of chips. */
  isShort: boolean;
}

/** The order of a list; opens a menu with all orders. */
export function SortButton({ options, value, onChange, isShort }: SortButtonProps) {
  const order = options.find((option) => option.value === value)?.label ?? '';
  return (
    <LazyPopup
      opens="menu"
      popup={choiceMenu}
      popupProps={{ label: t('Sort'), options, value, onChange, align: 'end' }}
      button={
        <Button variant="quiet" size="sm" className="list-sort" aria-label={t('Sort: {order}', { order })}>
          <ArrowDownUp size={16} aria-hidden="true" />
          <span className={isShort ? 'max-md:hidden' : undefined}>{order}</span>
        </Button>
      }
    />
  );
}
