import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface TabsProps {
  /** Accessible name of the tab list. */
  label: string;
  tabs: readonly { value: string; label: ReactNode; content: ReactNode; disabled?: boolean }[];
  value?: string;
  /** Default: the first tab. */
  defaultValue?: string;
  onChange?: (value: string) => void;
  className?: string;
}

/** Tabs with panels. Arrow keys move between tabs; a long row scrolls sideways. */
export function Tabs({ label, tabs, value, defaultValue = tabs[0]?.value, onChange, className }: TabsProps) {
  return (
    <Base.Root
      className={cx('min-w-0', className)}
      value={value}
      defaultValue={value === undefined ? defaultValue : undefined}
      onValueChange={(next: string) => onChange?.(next)}
    >
      <Base.List className="tabs" aria-label={label} activateOnFocus>
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} disabled={tab.disabled} className="tab">
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="tab-panel">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
