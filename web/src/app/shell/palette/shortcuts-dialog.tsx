import '#web/styles/lazy/palette.css';
import { t } from '#contract/i18n/translate.ts';
import { notificationShortcuts, type Shortcut } from '#web/lib/shortcuts.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { spaceTabs } from '../../routing/space-tabs.ts';
import { pageShortcut, tabShortcut } from './go-keys.ts';

interface Row {
  label: string;
  keys: readonly string[];
  /** The keys are pressed one after the other; otherwise, any of them does the same. */
  isSequence: boolean;
}

const toRow = ({ label, keys }: Shortcut): Row => ({ label: t(label), keys, isSequence: false });

/** The shortcuts by where they work. */
function listShortcuts(): { title: string; rows: Row[] }[] {
  const sequence = (label: string, keys: readonly string[] | undefined): Row[] =>
    keys ? [{ label, keys, isSequence: true }] : [];
  return [
    {
      title: t('On every page'),
      rows: [
        { label: t('Search or run a command'), keys: ['Ctrl+K', '⌘K'], isSequence: false },
        ...sequence(t('Discover spaces'), pageShortcut('/discover')),
        ...sequence(t('Notifications'), pageShortcut('/app/notifications')),
      ],
    },
    {
      title: t('In a space'),
      rows: spaceTabs.flatMap(({ name, label }) => sequence(t(label), tabShortcut(name))),
    },
    { title: t('Notifications'), rows: notificationShortcuts.map(toRow) },
  ];
}

interface ShortcutsDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The list of keyboard shortcuts. */
export function ShortcutsDialog({ open, onOpenChange }: ShortcutsDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('Keyboard shortcuts')}>
      <div className="grid gap-5">
        {listShortcuts().map(({ title, rows }) => (
          <section key={title} aria-label={title}>
            <h3 className="mb-1 text-sm font-semibold text-soft">{title}</h3>
            <dl>
              {rows.map(({ label, keys, isSequence }) => (
                <div key={label} className="shortcut">
                  <dt>{label}</dt>
                  <dd translate="no">
                    {keys.map((key, index) => (
                      <span key={key}>
                        {index > 0 && <span>{isSequence ? t('then') : t('or')}</span>}
                        <kbd className="key-cap">{key}</kbd>
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
