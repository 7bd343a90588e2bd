import { Image } from '@tiptap/extension-image';
import { Placeholder } from '@tiptap/extension-placeholder';
import { type Editor, useEditor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useEffect, useRef } from 'react';
import { BlockNode } from './editor-blocks.ts';
import { DetailsNode } from './editor-details.ts';
import { MentionNode } from './editor-mentions.ts';
import { tableNodes } from './editor-tables.ts';
import { cleanPastedHtml } from './paste-html.ts';

interface HtmlEditorOptions {
  /** HTML; `''` if empty. */
  value: string;
  onChange: (html: string) => void;
  /** Accessible name. */
  label: string;
  placeholder: string;
  autoFocus: boolean;
  hasMentions: boolean;
  /** Whether the text can contain blocks such as videos, and parts that open. */
  hasBlocks: boolean;
  /** Returns whether it handled the key. */
  onKeyDown: (event: KeyboardEvent) => boolean;
  /** Called with files that are pasted or dropped; returns whether it takes them. */
  onFiles: (files: File[]) => boolean;
}

const isSubmit = ({ key, ctrlKey, metaKey }: KeyboardEvent) => key === 'Enter' && (ctrlKey || metaKey);

/** Submits the form around the editor, if there is one. Returns true: the editor must not insert a line break. */
function submitForm(event: KeyboardEvent): true {
  event.preventDefault();
  if (event.target instanceof Element) event.target.closest('form')?.requestSubmit();
  return true;
}

/** Distances within which the cursor is scrolled into view, in pixels. */
const barsAround = { top: 160, bottom: 112, left: 0, right: 0 };

/** A table without text isn't empty: somebody has just added it. */
function toHtml(editor: Editor): string {
  const html = editor.getHTML();
  return editor.isEmpty && !html.includes('<table>') ? '' : html;
}

/** Returns an editor whose content follows `value`, or null until it has started in the browser. */
export function useHtmlEditor(options: HtmlEditorOptions): Editor | null {
  const { value, label, placeholder, autoFocus, hasMentions, hasBlocks } = options;
  // The editor keeps its initial handlers; they call the latest ones through this ref.
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const editor = useEditor({
    // The first render must match the server; the editor starts in the browser.
    immediatelyRender: false,
    // The Content-Security-Policy blocks style elements; the rules are in styles/parts/prose.css.
    injectCSS: false,
    // A document is read from its beginning; a short text goes on at its end.
    autofocus: autoFocus && (hasBlocks ? 'start' : 'end'),
    content: value,
    extensions: [
      StarterKit.configure({
        // Each text has a title above it; cleanPastedHtml maps other levels to these.
        heading: { levels: [2, 3, 4] },
        underline: false,
        link: { openOnClick: false, defaultProtocol: 'https', HTMLAttributes: { target: null, rel: null } },
      }),
      Image,
      ...(hasMentions ? [MentionNode] : []),
      ...(hasBlocks ? [BlockNode, DetailsNode] : []),
      ...tableNodes,
      Placeholder.configure({ placeholder }),
    ],
    editorProps: {
      attributes: { class: 'prose', role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
      // The bars above and below the text cover what is written behind them.
      scrollThreshold: barsAround,
      scrollMargin: barsAround,
      transformPastedHTML: cleanPastedHtml,
      handleDOMEvents: { keydown: (_view, event) => isSubmit(event) && submitForm(event) },
      handleKeyDown: (_view, event) => latest.current.onKeyDown(event),
      handlePaste: (_view, event) => latest.current.onFiles([...(event.clipboardData?.files ?? [])]),
      handleDrop: (_view, event, _slice, moved) =>
        !moved && latest.current.onFiles([...(event.dataTransfer?.files ?? [])]),
    },
    onUpdate: ({ editor: now }) => latest.current.onChange(toHtml(now)),
  });
  useEffect(() => {
    // The parent restored a draft or emptied the form; unchanged text is ignored.
    if (editor && value !== toHtml(editor)) editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  return editor;
}
