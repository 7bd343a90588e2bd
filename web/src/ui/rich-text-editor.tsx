import { Image } from '@tiptap/extension-image';
import { Placeholder } from '@tiptap/extension-placeholder';
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useEffect, useRef, useState } from 'react';
import { EditorLinkRow } from './editor-link-row.tsx';
import { EditorMentionList } from './editor-mention-list.tsx';
import { type MentionChoice, MentionNode } from './editor-mentions.ts';
import { tableNodes } from './editor-tables.ts';
import { EditorToolbar } from './editor-toolbar.tsx';
import { cleanPastedHtml } from './paste-html.ts';

export interface RichTextEditorProps {
  /** HTML; an empty text is `''`. */
  value: string;
  onChange: (html: string) => void;
  'aria-label': string;
  placeholder?: string;
  /** Characters of text. Longer text is kept but marked: the caller refuses to send it. */
  maxLength?: number;
  /** Ctrl or Cmd with Enter. */
  onSubmit?: () => void;
  autoFocus?: boolean;
  toolbar?: 'short' | 'full';
  disabled?: boolean;
  invalid?: boolean;
  /** Stores a picture and tells where it is. Without it, pictures are not taken. A rejection's message is shown. */
  onPickImage?: (file: File) => Promise<{ src: string; alt: string }>;
  /** Finds people whose name begins so, for `@`. Must not change with every render. Without it nobody can be named. */
  findPeople?: (search: string) => Promise<MentionChoice[]>;
}

const images = (list: FileList | undefined | null) =>
  [...(list ?? [])].filter((file) => file.type.startsWith('image/'));

/** The editor of posts, pages and comments. Its own module: load it with `lazy(() => import(...))`. */
export default function RichTextEditor({
  value,
  onChange,
  'aria-label': label,
  placeholder,
  maxLength,
  onSubmit,
  autoFocus,
  toolbar = 'full',
  disabled = false,
  invalid,
  onPickImage,
  findPeople,
}: RichTextEditorProps) {
  const [linkOpen, setLinkOpen] = useState(false);
  const [sending, setSending] = useState(0);
  const [problem, setProblem] = useState('');
  const picker = useRef<HTMLInputElement>(null);
  const mentionKeys = useRef<((event: KeyboardEvent) => boolean) | null>(null);

  const editor = useEditor({
    // The first render is the server's; the editor starts in the browser.
    immediatelyRender: false,
    // A style element would be refused by the Content-Security-Policy; the rules are in styles/parts/prose.css.
    injectCSS: false,
    editable: !disabled,
    autofocus: autoFocus ? 'end' : false,
    content: value,
    extensions: [
      StarterKit.configure({
        // One title stands above each text; cleanPastedHtml brings other levels to these.
        heading: { levels: [2, 3, 4] },
        underline: false,
        link: { openOnClick: false, defaultProtocol: 'https', HTMLAttributes: { target: null, rel: null } },
      }),
      Image,
      ...(findPeople ? [MentionNode] : []),
      ...tableNodes,
      Placeholder.configure({ placeholder: placeholder ?? '' }),
    ],
    editorProps: {
      attributes: { class: 'prose', role: 'textbox', 'aria-multiline': 'true', 'aria-label': label },
      transformPastedHTML: cleanPastedHtml,
      handleKeyDown: (_view, event) => {
        if (mentionKeys.current?.(event)) return true;
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return false;
        latest.current.onSubmit?.();
        return true;
      },
      handlePaste: (_view, event) => latest.current.takeImages(images(event.clipboardData?.files)),
      handleDrop: (_view, event, _slice, moved) =>
        !moved && latest.current.takeImages(images(event.dataTransfer?.files)),
    },
    onUpdate: ({ editor: now }) => latest.current.onChange(now.isEmpty ? '' : now.getHTML()),
  });

  const takeImages = (files: File[]): boolean => {
    if (!onPickImage || disabled || files.length === 0) return false;
    setProblem('');
    for (const file of files) {
      setSending((count) => count + 1);
      onPickImage(file)
        .then((image) => {
          if (!editor?.isDestroyed) editor?.chain().setImage(image).run();
        })
        .catch((error: unknown) =>
          setProblem(error instanceof Error ? error.message : 'The picture could not be added.'),
        )
        .finally(() => setSending((count) => count - 1));
    }
    return true;
  };

  // The editor keeps its first handlers; they look here for today's.
  const latest = useRef({ onChange, onSubmit, takeImages });
  useEffect(() => {
    latest.current = { onChange, onSubmit, takeImages };
  });

  useEffect(() => {
    if (!editor) return;
    const now = editor.isEmpty ? '' : editor.getHTML();
    // A draft restored or a form emptied from outside; what was just typed comes back unchanged.
    if (value !== now) editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  useEffect(() => {
    editor?.setEditable(!disabled, false);
  }, [editor, disabled]);

  return (
    <div
      className="editor"
      data-toolbar={toolbar}
      data-disabled={disabled ? '' : undefined}
      data-invalid={invalid ? '' : undefined}
    >
      {editor ? (
        <EditorToolbar
          editor={editor}
          kind={toolbar}
          disabled={disabled}
          linkOpen={linkOpen}
          onLink={() => setLinkOpen(!linkOpen)}
          onImage={onPickImage && (() => picker.current?.click())}
        />
      ) : (
        <div className="editor-bar h-11" />
      )}
      {editor && linkOpen && <EditorLinkRow editor={editor} onDone={() => setLinkOpen(false)} />}
      {editor ? <EditorContent editor={editor} /> : <div className="prose" aria-busy="true" />}
      {editor && findPeople && (
        <EditorMentionList editor={editor} findPeople={findPeople} keys={mentionKeys} />
      )}
      {onPickImage && (
        <input
          ref={picker}
          type="file"
          accept="image/*"
          multiple
          className="hidden"
          aria-label="Picture"
          onChange={(event) => {
            takeImages(images(event.target.files));
            event.target.value = '';
          }}
        />
      )}
      <div className="editor-foot" aria-live="polite">
        <span>
          {problem ? (
            <span className="text-danger-text">{problem}</span>
          ) : (
            sending > 0 && 'Adding the picture…'
          )}
        </span>
        {editor && maxLength !== undefined && <Count editor={editor} maxLength={maxLength} />}
      </div>
    </div>
  );
}

/** As limits count it: characters, one space between blocks. */
const countText = (editor: Editor): number =>
  [...editor.getText({ blockSeparator: ' ' }).replace(/\s+/g, ' ').trim()].length;

/** How many characters are left, once few are. Its own part: it needs an editor from its first render on. */
function Count({ editor, maxLength }: { editor: Editor; maxLength: number }) {
  const length = useEditorState({ editor, selector: ({ editor: now }) => countText(now) });
  if (length <= maxLength * 0.8) return null;
  const over = length > maxLength;
  return (
    <span data-over={over ? '' : undefined}>
      {over ? `${length - maxLength} over the limit` : `${maxLength - length} left`}
    </span>
  );
}
