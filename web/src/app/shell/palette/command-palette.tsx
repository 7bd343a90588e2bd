import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import {
  arrangeCommands,
  groupLabels,
  type PaletteCommand,
  readRecent,
  rememberChoice,
} from './palette-commands.ts';
import { usePaletteCommands } from './use-palette-commands.ts';

interface CommandPaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Text typed before the field appeared. */
  typedAhead: React.RefObject<string>;
}

/** A search field for spaces, people, tabs and actions. */
export function CommandPalette({ open, onOpenChange, typedAhead }: CommandPaletteProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('Search or run a command')}
      titleHidden
      size="md"
      phone="full"
      initialFocus={input}
    >
      <PaletteBody input={input} typedAhead={typedAhead} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function PaletteBody({
  input,
  typedAhead,
  onDone,
}: {
  input: React.RefObject<HTMLInputElement | null>;
  typedAhead: React.RefObject<string>;
  onDone: () => void;
}) {
  const viewer = useViewer();
  const [typed, setTyped] = useState(() => typedAhead.current);
  const [at, setAt] = useState(0);
  const [recent] = useState(() => readRecent(viewer?.id));
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const rows = arrangeCommands(usePaletteCommands(typed), typed, recent);
  const active = Math.min(at, rows.length - 1);
  useEffect(() => {
    list.current?.querySelector(`[data-row="${active}"]`)?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);

  const choose = (command: PaletteCommand | undefined) => {
    if (!command) return;
    rememberChoice(viewer?.id, command.id);
    onDone();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      Home: 0,
      End: rows.length - 1,
    };
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      choose(rows[active]);
    } else if (event.key in steps && rows.length > 0) {
      event.preventDefault();
      setAt(((steps[event.key] ?? 0) + rows.length) % rows.length);
    }
  };

  return (
    <div className="flex flex-col gap-2">
      <label className="mr-10 flex items-center gap-2.5 pb-2">
        <Search size={18} className="flex-none text-faint" aria-hidden="true" />
        <span className="sr-only">{t('Search spaces, people and actions')}</span>
        <input
          ref={input}
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={rows[active] ? `${listId}-${active}` : undefined}
          className="min-h-11 min-w-0 flex-1 bg-transparent outline-none placeholder:text-faint md:text-lg"
          placeholder={t('Search spaces, people and actions')}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
      </label>
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={t('Results')}
        className="overflow-y-auto max-md:max-h-[calc(100dvh-6rem)] md:max-h-[60vh]"
      >
        {rows.map((command, row) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and handles the keys.
          <div
            key={`${command.group} ${command.id}`}
            id={`${listId}-${row}`}
            data-row={row}
            role="option"
            tabIndex={-1}
            aria-selected={row === active}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 py-2 aria-selected:bg-hover"
            onClick={() => choose(command)}
            onPointerMove={() => setAt(row)}
          >
            <span className="min-w-0 flex-1 truncate">
              {command.label}
              {command.note && <span className="ml-2 text-sm text-soft">{command.note}</span>}
            </span>
            <span className="flex-none text-sm text-soft">{t(groupLabels[command.group])}</span>
          </div>
        ))}
      </div>
      <p role="status" className={rows.length === 0 ? 'px-3 py-6 text-center text-soft' : 'sr-only'}>
        {rows.length === 0
          ? t('No results for "{query}"', { query: typed.trim() })
          : t('{count, plural, one {# result} other {# results}}', { count: rows.length })}
      </p>
    </div>
  );
}
