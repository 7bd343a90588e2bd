import { Toolbar as Base } from '@base-ui/react/toolbar';
import { NodeSelection, TextSelection } from '@tiptap/pm/state';
import type { Editor } from '@tiptap/react';
import { ChevronDown, CodeXml, Plus, Table } from 'lucide-react';
import { t } from '#contract/i18n/translate.ts';
import { Button } from '../button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../overlays/menu.tsx';
import type { AddItem, NewBlock, NewDetails } from './added-blocks.ts';
import { newTable } from './editor-tables.ts';

function detailsContent({ summary, text }: NewDetails) {
  const lines = text.split('\n').map((line) => line.trim());
  const paragraphs = lines.filter(Boolean).map((line) => ({
    type: 'paragraph',
    content: [{ type: 'text', text: line }],
  }));
  return {
    type: 'details',
    attrs: { summary },
    content: paragraphs.length > 0 ? paragraphs : [{ type: 'paragraph' }],
  };
}

/** Inserts a block of its own after the selection. */
export function insertBlock(editor: Editor, added: NewBlock | NewDetails): void {
  const block = 'summary' in added ? detailsContent(added) : { type: 'embeddedBlock', attrs: added };
  const { selection } = editor.state;
  // A selected block stays: the new one follows it.
  const at = selection instanceof NodeSelection ? selection.to : { from: selection.from, to: selection.to };
  editor
    .chain()
    .focus()
    .insertContentAt(at, [block, { type: 'paragraph' }])
    .run();
}

/** Inserts an empty table in place of the selection, with the cursor in its first cell. */
function insertTable(editor: Editor): void {
  const table = editor.schema.nodeFromJSON(newTable());
  editor
    .chain()
    .focus()
    .command(({ tr }) => {
      const start = tr.selection.from + 1;
      tr.replaceSelectionWith(table);
      tr.setSelection(TextSelection.near(tr.doc.resolve(start))).scrollIntoView();
      return true;
    })
    .run();
}

/** The menu of what can be put between paragraphs. */
export function AddMenu({ editor, items }: { editor: Editor; items: readonly AddItem[] }) {
  const trigger = (
    <Base.Button
      render={
        <Button
          size="sm"
          variant="quiet"
          icon={<Plus size={18} aria-hidden="true" />}
          className="editor-add"
        />
      }
    >
      {t('ADD')}
      <ChevronDown size={16} aria-hidden="true" />
    </Base.Button>
  );
  return (
    <Menu trigger={trigger} align="start">
      {items.map(({ id, label, icon, pick }) => (
        <MenuItem key={id} icon={icon} onSelect={() => pick((added) => insertBlock(editor, added))}>
          {label}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon={<Table size={18} aria-hidden="true" />} onSelect={() => insertTable(editor)}>
        {t('Table')}
      </MenuItem>
      <MenuItem
        icon={<CodeXml size={18} aria-hidden="true" />}
        onSelect={() => editor.chain().focus().toggleCodeBlock().run()}
      >
        {t('Code block')}
      </MenuItem>
    </Menu>
  );
}
