import '#web/styles/lazy/writing.css';
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  isInTable,
  toggleHeaderRow,
} from '@tiptap/pm/tables';
import { type Editor, useEditorState } from '@tiptap/react';
import { type Message, msg, t } from '#contract/i18n/translate.ts';
import { Button } from '../button.tsx';

type Command = typeof addRowAfter;

const tools: { label: Message; run: Command }[] = [
  { label: msg('Add row'), run: addRowAfter },
  { label: msg('Add column'), run: addColumnAfter },
  { label: msg('Header row'), run: toggleHeaderRow },
  { label: msg('Delete row'), run: deleteRow },
  { label: msg('Delete column'), run: deleteColumn },
  { label: msg('Delete table'), run: deleteTable },
];

/** Changes the table with the cursor. Renders nothing outside tables. */
export function TableTools({ editor }: { editor: Editor }) {
  const isShown = useEditorState({ editor, selector: ({ editor: now }) => isInTable(now.state) });
  if (!isShown) return null;
  const apply = (run: Command) =>
    editor
      .chain()
      .focus()
      .command(({ state, dispatch }) => run(state, dispatch))
      .run();
  return (
    <fieldset className="editor-row" aria-label={t('Table')}>
      {tools.map(({ label, run }) => (
        <Button key={t(label)} size="sm" variant="quiet" onClick={() => apply(run)}>
          {t(label)}
        </Button>
      ))}
    </fieldset>
  );
}
