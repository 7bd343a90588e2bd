import { useMatch } from '@tanstack/react-router';
import { msg, t } from '#contract/i18n/translate.ts';
import { Popover } from '#web/ui/overlays/popover.tsx';
import { SpaceList } from './space-list.tsx';
import type { SpacesPopupProps } from './spaces-popup.tsx';

const search = msg('Search spaces');
const labelsOutside = {
  search,
  none: msg('No spaces available'),
  noMatch: msg('No matching spaces found.'),
};
const labelsInside = { search, none: msg('No spaces found.'), noMatch: msg('No spaces found.') };

/** The header's list of spaces. */
export function SpaceDropdown({ anchor, open, onOpenChange }: SpacesPopupProps) {
  const isInside = useMatch({ from: '/$subdomain', shouldThrow: false }) !== undefined;
  return (
    <Popover
      anchor={anchor}
      keepMounted
      open={open}
      onOpenChange={onOpenChange}
      title={t('Your Spaces')}
      align="start"
      flush
    >
      <SpaceList
        isOpen={open}
        labels={isInside ? labelsInside : labelsOutside}
        onChoose={() => onOpenChange(false)}
      />
    </Popover>
  );
}
