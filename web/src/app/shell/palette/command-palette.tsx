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
      title={<span className="sr-only">{t('Search or run a command')}</span>}
      size="md"
      phone="full"
      initialFocus={input}
    >
      <PaletteBody input={input} typedAhead={typedAhead} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

interface PaletteBodyProps extends Pick<CommandPaletteProps, 'typedAhead'> {
  input: React.RefObject<HTMLInputElement | null>;
  onDone: () => void;
}

function PaletteBody({ input, typedAhead, onDone }: PaletteBodyProps) {
  const viewer = useViewer();
  const [typed, setTyped] = useState(() => typedAhead.current);
  const [recent] = useState(() => readRecent(viewer?.id));
  const listId = useId();
  const rows = arrangeCommands(usePaletteCommands(typed), typed, recent);
  const choose = (command: PaletteCommand | undefined) => {
    if (!command) return;
    rememberChoice(viewer?.id, command.id);
    onDone();
    command.run();
  };
  const { active, setActive, onKeyDown } = useActiveRow(rows.length, (row) => choose(rows[row]));
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
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
      </label>
      <CommandList id={listId} commands={rows} active={active} onActivate={setActive} onChoose={choose} />
      <p role="status" className={rows.length === 0 ? 'px-3 py-6 text-center text-soft' : 'sr-only'}>
        {rows.length === 0
          ? t('No results for "{query}"', { query: typed.trim() })
          : t('{count, plural, one {# result} other {# results}}', { count: rows.length })}
      </p>
    </div>
  );
}

/** The highlighted one of `count` rows. Up and down wrap around; Enter chooses it. */
function useActiveRow(count: number, onChoose: (row: number) => void) {
  const [at, setActive] = useState(0);
  const active = Math.min(at, count - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      Home: 0,
      End: count - 1,
    };
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      onChoose(active);
    } else if (event.key in steps && count > 0) {
      event.preventDefault();
      setActive(((steps[event.key] ?? 0) + count) % count);
    }
  };
  return { active, setActive, onKeyDown };
}

interface CommandListProps {
  id: string;
  commands: readonly PaletteCommand[];
  active: number;
  onActivate: (row: number) => void;
  onChoose: (command: PaletteCommand) => void;
}

/** The commands; scrolls to the active one. */
function CommandList({ id, commands, active, onActivate, onChoose }: CommandListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[data-row="${active}"]`)?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={t('Results')}
      className="overflow-y-auto max-md:max-h-[calc(100dvh-6rem)] md:max-h-[60vh]"
    >
      {commands.map((command, row) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and handles the keys.
        <div
          key={`${command.group} ${command.id}`}
          id={`${id}-${row}`}
          data-row={row}
          role="option"
          tabIndex={-1}
          aria-selected={row === active}
          className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 py-2 aria-selected:bg-hover"
          onClick={() => onChoose(command)}
          onPointerMove={() => onActivate(row)}
        >
          <span className="min-w-0 flex-1 truncate">
            {command.label}
            {command.note && <span className="ml-2 text-sm text-soft">{command.note}</span>}
          </span>
          <span className="flex-none text-sm text-soft">{t(groupLabels[command.group])}</span>
        </div>
      ))}
    </div>
  );
}
