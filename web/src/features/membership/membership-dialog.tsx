import '#web/styles/lazy/preferences.css';
import { useState } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Skeleton } from '#web/ui/progress.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import type { MembershipTab } from './membership-tab.ts';

const modules = import.meta.glob<Record<string, MembershipTab>>('../**/*.membership-tab.ts', { eager: true });
const allTabs = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .sort((one, two) => one.position - two.position);

interface MembershipDialogProps {
  space: Space;
  /** The name of the tab to show; the first one by default. */
  tab: string | undefined;
  open: boolean;
  onClose: () => void;
}

/** The viewer's own settings in a space, in tabs. */
export function MembershipDialog({ space, tab, open, onClose }: MembershipDialogProps) {
  const tabs = allTabs.filter(({ isShown }) => isShown?.(space) ?? true);
  const [chosen, setChosen] = useState<{ from: string | undefined; name: string } | null>(null);
  // What a button opens it at replaces the tab of the last time.
  const shown = chosen?.from === tab ? chosen?.name : tab;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={() => setChosen(null)}
      title={t('Membership settings')}
      description={space.name}
      size="lg"
      className="membership-dialog"
    >
      <Tabs
        label={t('Membership settings')}
        value={shown ?? tabs[0]?.name ?? ''}
        onChange={(name) => setChosen({ from: tab, name })}
        tabs={tabs.map(({ name, label, content }) => ({
          value: name,
          label: t(label),
          content: <content.Component space={space} fallback={<TabSkeleton />} />,
        }))}
      />
    </Dialog>
  );
}

function TabSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-5">
      {['60%', '80%', '50%', '70%'].map((width) => (
        <Skeleton key={width} width={width} height="1.25rem" />
      ))}
    </div>
  );
}
