import '#web/styles/lazy/writing.css';
import { type Editor, EditorContent, useEditorState } from '@tiptap/react';
import { type RefAttributes, useImperativeHandle, useRef, useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { FileInput } from '../fields/file-input.tsx';
import type { MentionChoice } from '../mentions/mention-search.ts';
import { insertBlock } from './add-menu.tsx';
import type { AddItem } from './added-blocks.ts';
import { EditorLinkRow } from './editor-link-row.tsx';
import { EditorMentionList } from './editor-mention-list.tsx';
import { EditorToolbar } from './editor-toolbar.tsx';
import { SelectionToolbar } from './selection-toolbar.tsx';
import { TableTools } from './table-tools.tsx';
import { type PickImage, useEditorImages } from './use-editor-images.ts';
import { useHtmlEditor } from './use-html-editor.ts';

export interface EditorHandle {
  /** Replaces the selection, or inserts at the cursor. */
  insertText: (text: string) => void;
}

/** Lets the user choose a video, and calls `insert` with its reference. */
export type PickVideo = (insert: (reference: string) => void) => void;

/** What a text contains besides text; what is missing isn't accepted. */
export interface EditorMedia {
  /** Uploads an image that was chosen, pasted or dropped. */
  pickImage?: PickImage;
  pickVideo?: PickVideo;
  /** With items, the text accepts blocks. */
  addItems?: readonly AddItem[];
}

export interface RichTextEditorProps extends RefAttributes<EditorHandle> {
  /** HTML; `''` if empty. */
  value: string;
  onChange: (html: string) => void;
  'aria-label': string;
  placeholder?: string;
  /** Maximum length in characters. Longer text is kept but marked; the caller must not submit it. */
  maxLength?: number;
  autoFocus?: boolean;
  /** `selection`: the short one, above selected text. Default `full`. */
  toolbar?: 'short' | 'full' | 'selection';
  /** What can be put into the text besides text. */
  media?: EditorMedia;
  /**
   * Searches people by the beginning of their name, for mentions. Must be stable across renders. If undefined, mentions
   * are off.
   */
  findPeople?: (search: string) => Promise<MentionChoice[]>;
}

/**
 * The editor of posts, pages and comments. In its own module: use it through `LazyEditor`. Ctrl+Enter and Cmd+Enter are
 * left to the form around it. A parent with `data-invalid` marks it as invalid, and `FormLock` locks it.
 */
export default function RichTextEditor(props: RichTextEditorProps) {
  const { placeholder = '', maxLength, autoFocus = false, toolbar = 'full', media = {}, findPeople } = props;
  const { pickImage, pickVideo, addItems } = media;
  const [linkOpen, setLinkOpen] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const mentionKeys = useRef<((event: KeyboardEvent) => boolean) | null>(null);
  const images = useEditorImages(pickImage);
  const editor: Editor | null = useHtmlEditor({
    value: props.value,
    onChange: props.onChange,
    label: props['aria-label'],
    placeholder,
    autoFocus,
    hasMentions: findPeople !== undefined,
    hasBlocks: pickVideo !== undefined || addItems !== undefined,
    onKeyDown: (event) => {
      images.forget();
      return mentionKeys.current?.(event) ?? false;
    },
    onFiles: (files) => images.add(editor, files),
  });
  useImperativeHandle(props.ref, () => ({
    insertText: (text) => {
      editor?.chain().focus(null, { scrollIntoView: false }).insertContent(text).run();
    },
  }));
  const bar = editor && (
    <EditorToolbar
      editor={editor}
      kind={toolbar === 'full' ? 'full' : 'short'}
      linkOpen={linkOpen}
      onLink={() => setLinkOpen(!linkOpen)}
      onImage={pickImage && (() => picker.current?.click())}
      onVideo={
        pickVideo &&
        (() => pickVideo((reference) => insertBlock(editor, { kind: 'video', reference, label: '' })))
      }
      addItems={addItems}
    />
  );
  return (
    <div className="editor" data-toolbar={toolbar}>
      {editor && toolbar === 'selection' && <SelectionToolbar editor={editor}>{bar}</SelectionToolbar>}
      <div className="editor-head">
        {toolbar !== 'selection' && (bar ?? <div className="editor-bar h-11" />)}
        {editor && linkOpen && <EditorLinkRow editor={editor} onDone={() => setLinkOpen(false)} />}
        {editor && <TableTools editor={editor} />}
      </div>
      {editor ? <EditorContent editor={editor} /> : <div className="prose" aria-busy="true" />}
      {editor && findPeople && (
        <EditorMentionList editor={editor} findPeople={findPeople} keys={mentionKeys} />
      )}
      {pickImage && (
        <FileInput
          ref={picker}
          label={t('Image')}
          accept="image/*"
          multiple
          onFiles={(files) => images.add(editor, files)}
        />
      )}
      <div className="editor-foot" aria-live="polite">
        <span>
          {images.problem ? (
            <span className="text-danger-text">{images.problem}</span>
          ) : (
            images.isUploading && t('Adding image…')
          )}
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
