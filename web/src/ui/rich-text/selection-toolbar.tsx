import '#web/styles/lazy/writing.css';
import { type Editor, useEditorState } from '@tiptap/react';
import type { CSSProperties, ReactNode } from 'react';

/** Distance between the selected text and the toolbar, in pixels. */
const gap = 8;

/** Places the formatting toolbar above the selected text. Renders nothing without a selection. */
export function SelectionToolbar({ editor, children }: { editor: Editor; children: ReactNode }) {
  const at = useEditorState({
    editor,
    selector: ({ editor: now }) => {
      const { empty, from, to } = now.state.selection;
      if (empty || !now.isEditable) return null;
      const box = now.view.dom.parentElement?.getBoundingClientRect();
      const [start, end] = [now.view.coordsAtPos(from), now.view.coordsAtPos(to, -1)];
      if (!box) return null;
      // In a selection of several lines, the start of the first one.
      const middle = start.top === end.top ? (start.left + end.left) / 2 : start.left;
      return { left: Math.round(middle - box.left), top: Math.round(start.top - box.top - gap) };
    },
  });
  if (!at) return null;
  return (
    <div className="editor-bubble" style={{ '--left': `${at.left}px`, top: at.top } as CSSProperties}>
      {children}
    </div>
  );
}
