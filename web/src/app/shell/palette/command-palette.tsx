import '#web/styles/lazy/overlays.css';
import '#web/styles/lazy/palette.css';
import { Dialog as Base } from '@base-ui/react/dialog';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { Button } from '#web/ui/button.tsx';
import { useLayer } from '#web/ui/overlays/layers.ts';
import { useAccentStyle } from '#web/ui/theme/accent-scope.tsx';
import { useMediaQuery } from '#web/ui/use-media-query.ts';
import { CommandList } from './command-list.tsx';
import { arrangeCommands, type PaletteCommand, readRecent, rememberChoice } from './palette-commands.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { usePaletteCommands } from './use-palette-commands.tsx';

interface CommandPaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Whether a page of a space is open. */
  isInSpace: boolean;
  /** Text typed before the field appeared. */
  typedAhead: React.RefObject<string>;
}

/** A search field for pages, spaces, members and actions. Its upper edge never moves. */
export function CommandPalette({ open, onOpenChange, isInSpace, typedAhead }: CommandPaletteProps) {
  const input = useRef<HTMLInputElement>(null);
  const accent = useAccentStyle();
  const layer = useLayer({ open, onOpenChange });
  const [areShortcutsShown, showShortcuts] = useState(false);
  const isPhone = useMediaQuery('(width < 48rem)');
  const title = isPhone && isInSpace ? t('Search group') : t('Search or run a command');
  return (
    <>
      <Base.Root {...layer}>
        <Base.Portal style={accent}>
          <Base.Backdrop className="veil palette-veil" />
          <Base.Popup className="dialog palette" initialFocus={input}>
            <Base.Title className="sr-only">{title}</Base.Title>
            <PaletteBody
              title={title}
              input={input}
              typedAhead={typedAhead}
              onDone={() => onOpenChange(false)}
              onShortcuts={() => showShortcuts(true)}
            />
          </Base.Popup>
        </Base.Portal>
      </Base.Root>
      <ShortcutsDialog open={areShortcutsShown} onOpenChange={showShortcuts} />
    </>
  );
}

interface PaletteBodyProps extends Pick<CommandPaletteProps, 'typedAhead'> {
  title: string;
  input: React.RefObject<HTMLInputElement | null>;
  onDone: () => void;
  /** Shows the list of shortcuts. */
  onShortcuts: () => void;
}

function PaletteBody({ title, input, typedAhead, onDone, onShortcuts }: PaletteBodyProps) {
  const viewer = useViewer();
  const [typed, setTyped] = useState(() => typedAhead.current);
  const [recent] = useState(() => readRecent(viewer?.id));
  const listId = useId();
  const groups = arrangeCommands(usePaletteCommands(typed, onShortcuts), typed, recent);
  const rows = groups.flatMap(({ commands }) => commands);
  const choose = (command: PaletteCommand | undefined) => {
    if (!command) return;
    rememberChoice(viewer?.id, command.id);
    onDone();
    command.run();
  };
  const { active, setActive, onKeyDown } = useActiveRow(rows.length, (row) => choose(rows[row]));
  return (
    <>
      <div className="palette-head">
        <Search size={20} className="flex-none text-faint" aria-hidden="true" />
        <input
          ref={input}
          role="combobox"
          aria-label={title}
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={rows[active] ? `${listId}-${active}` : undefined}
          placeholder={title}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
        {/* Keys are of no use on phones, and phones have no Esc key. */}
        <Base.Close
          render={
            <button type="button" className="key-cap hit max-md:hidden" aria-label={t('Close')}>
              {t('Esc')}
            </button>
          }
        />
        <Base.Close
          render={
            <Button variant="quiet" className="-mr-2 !px-2 md:hidden">
              {t('CANCEL')}
            </Button>
          }
        />
      </div>
      <CommandList id={listId} groups={groups} active={active} onActivate={setActive} onChoose={choose} />
      <p role="status" className={rows.length === 0 ? 'palette-empty' : 'sr-only'}>
        {rows.length === 0
          ? t('No results for "{query}"', { query: typed.trim() })
          : t('{count, plural, one {# result} other {# results}}', { count: rows.length })}
      </p>
    </>
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
