import '#web/styles/lazy/overlays.css';
import '#web/styles/lazy/palette.css';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { groupLabels, type PaletteCommand, type PaletteGroup } from './palette-commands.ts';

interface CommandListProps {
  id: string;
  groups: readonly PaletteGroup[];
  /** Number of the highlighted row, counted over all groups. */
  active: number;
  onActivate: (row: number) => void;
  onChoose: (command: PaletteCommand) => void;
}

/** The commands by group. Scrolls to the active one; only its lower edge moves when the number of rows changes. */
export function CommandList({ id, groups, active, onActivate, onChoose }: CommandListProps) {
  const list = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  // The groups are new in each render, even with the same rows.
  const rows = groups.map(({ name, commands }) => `${name} ${commands.length}`).join();
  // A height that CSS can animate. Where the list fills the window, the style sheet overrides it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows have another height.
  useLayoutEffect(() => {
    if (list.current && content.current) list.current.style.height = `${content.current.offsetHeight}px`;
  }, [rows]);
  useEffect(() => {
    if (!list.current) return;
    // The first row shows the heading above it too.
    if (active === 0) list.current.scrollTop = 0;
    else list.current.querySelector(`[data-row="${active}"]`)?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);
  let row = -1;
  return (
    <div ref={list} id={id} role="listbox" aria-label={t('Results')} className="palette-list">
      <div ref={content} role="presentation" className="palette-groups">
        {groups.map(({ name, commands }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be part of a listbox.
          <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
            <div id={`${id}-${name}`} className="popup-label">
              {t(groupLabels[name])}
            </div>
            {commands.map((command) => {
              row += 1;
              const at = row;
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and handles the keys.
                <div
                  key={command.id}
                  id={`${id}-${at}`}
                  data-row={at}
                  role="option"
                  tabIndex={-1}
                  aria-selected={at === active}
                  className="palette-row"
                  onClick={() => onChoose(command)}
                  onPointerMove={() => onActivate(at)}
                >
                  <span className="palette-icon">{command.icon}</span>
                  <span className="min-w-0 flex-1 truncate">
                    {command.label}
                    {command.note && <span className="ml-2 text-sm text-soft">{command.note}</span>}
                  </span>
                  {command.shortcut && (
                    <span className="palette-keys" aria-hidden="true" translate="no">
                      {command.shortcut.map((key) => (
                        <kbd key={key} className="key-cap">
                          {key}
                        </kbd>
                      ))}
                    </span>
                  )}
                </div>
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}
