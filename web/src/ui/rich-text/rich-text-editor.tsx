import { Image } from '@tiptap/extension-image';
import { Placeholder } from '@tiptap/extension-placeholder';
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useEffect, useRef, useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { EditorLinkRow } from './editor-link-row.tsx';
import { EditorMentionList } from './editor-mention-list.tsx';
import { type MentionChoice, MentionNode } from './editor-mentions.ts';
import { tableNodes } from './editor-tables.ts';
import { EditorToolbar } from './editor-toolbar.tsx';
import { cleanPastedHtml } from './paste-html.ts';

export interface RichTextEditorProps {
  /** HTML; `''` if empty. */
  value: string;
  onChange: (html: string) => void;
  'aria-label': string;
  placeholder?: string;
  /** Maximum length in characters. Longer text is kept but marked; the caller must not submit it. */
  maxLength?: number;
  /** Called on Ctrl+Enter or Cmd+Enter. */
  onSubmit?: () => void;
  autoFocus?: boolean;
  toolbar?: 'short' | 'full';
  disabled?: boolean;
  invalid?: boolean;
  /**
   * Uploads an image and resolves to its URL. If undefined, images are not accepted. The message of a rejection is
   * shown.
   */
  onPickImage?: (file: File) => Promise<{ src: string; alt: string }>;
  /**
   * Searches people by the beginning of their name, for mentions. Must be stable across renders. If undefined, mentions
   * are off.
   */
  findPeople?: (search: string) => Promise<MentionChoice[]>;
}

const images = (list: FileList | undefined | null) =>
  [...(list ?? [])].filter((file) => file.type.startsWith('image/'));

/** The editor of posts, pages and comments. In its own module: use it through `LazyEditor`. */
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
    // The first render must match the server; the editor starts in the browser.
    immediatelyRender: false,
    // The Content-Security-Policy blocks style elements; the rules are in styles/parts/prose.css.
    injectCSS: false,
    editable: !disabled,
    autofocus: autoFocus ? 'end' : false,
    content: value,
    extensions: [
      StarterKit.configure({
        // Each text has a title above it; cleanPastedHtml maps other levels to these.
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
          setProblem(error instanceof Error ? error.message : t("Couldn't add the image.")),
        )
        .finally(() => setSending((count) => count - 1));
    }
    return true;
  };

  // The editor keeps its initial handlers; they call the latest ones through this ref.
  const latest = useRef({ onChange, onSubmit, takeImages });
  useEffect(() => {
    latest.current = { onChange, onSubmit, takeImages };
  });

  useEffect(() => {
    if (!editor) return;
    const now = editor.isEmpty ? '' : editor.getHTML();
    // The parent restored a draft or emptied the form; unchanged text is ignored.
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
          aria-label={t('Image')}
          onChange={(event) => {
            takeImages(images(event.target.files));
            event.target.value = '';
          }}
        />
      )}
      <div className="editor-foot" aria-live="polite">
        <span>
          {problem ? <span className="text-danger-text">{problem}</span> : sending > 0 && t('Adding image…')}
        </span>
        {editor && maxLength !== undefined && <Count editor={editor} maxLength={maxLength} />}
      </div>
    </div>
  );
}

/** Returns the length in characters as limits count it, with one space between blocks. */
const countText = (editor: Editor): number =>
  [...editor.getText({ blockSeparator: ' ' }).replace(/\s+/g, ' ').trim()].length;

/**
 * Shows the remaining characters near the limit. A separate component, because it needs an editor in its first render.
 */
function Count({ editor, maxLength }: { editor: Editor; maxLength: number }) {
  const length = useEditorState({ editor, selector: ({ editor: now }) => countText(now) });
  if (length <= maxLength * 0.8) return null;
  const over = length > maxLength;
  return (
    <span data-over={over ? '' : undefined}>
      {over
        ? t('{count, number} over the limit', { count: length - maxLength })
        : t('{count, number} left', { count: maxLength - length })}
    </span>
  );
}
