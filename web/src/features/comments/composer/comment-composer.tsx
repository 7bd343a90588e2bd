import { Paperclip } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, useEffect, useRef, useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import type { Attachment } from '#contract/uploads.ts';
import { maxCommentText } from '#contract/values/limits.ts';
import { useFindPeople } from '#web/features/mentions/index.ts';
import { AttachmentStrip, acceptedFiles, useAttachments } from '#web/features/uploads/index.ts';
import { useDraft } from '#web/lib/cache/drafts.ts';
import { LazyEditor } from '#web/lib/loading/lazy-editor.tsx';
import { textLength } from '#web/lib/text/rich-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Problem } from '#web/ui/fields/field.tsx';
import { FormLock } from '#web/ui/fields/form-lock.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { EditorSkeleton } from './editor-skeleton.tsx';

/** Contents of the composer, saved while typing. */
interface CommentDraft {
  html: string;
  attachment: Attachment | null;
}
/** Drafts of earlier releases are a plain string, or use `image` in place of `attachment`. */
const toDraft = (saved: Partial<CommentDraft> | string): CommentDraft =>
  typeof saved === 'string'
    ? { html: saved, attachment: null }
    : { html: saved.html ?? '', attachment: saved.attachment ?? null };

export interface CommentComposerProps {
  userId: string;
  spaceId: string;
  /** Key of its draft: `comment:{post_id}`, for replies `comment:{post_id}:{comment_id}`. */
  draftKey: string;
  label: string;
  placeholder: string;
  submitLabel: string;
  /** Initial content if there is no draft: the comment being edited. */
  initial?: CommentDraft;
  /** Why the last attempt to send failed; the text is kept. */
  failure?: string | null;
  sending?: boolean;
  /** Returns whether the comment was accepted; the composer then clears and closes. */
  onSend: (html: string, attachment: Attachment | null) => boolean | Promise<boolean>;
  /** Closes the composer; the draft is kept. */
  onClose: () => void;
}

const empty: CommentDraft = { html: '', attachment: null };

/** Form for a comment or reply. The draft survives reloads, crashes and server failures. */
export function CommentComposer(props: CommentComposerProps) {
  const { userId, spaceId, draftKey, label, submitLabel, initial = empty, onSend, onClose } = props;
  const isSending = props.sending ?? false;
  const draft = useDraft<CommentDraft | string>(userId, draftKey, initial);
  const files = useAttachments({
    space_id: spaceId,
    purpose: 'comment',
    max: 1,
    ...(initial.attachment && { attached: [initial.attachment] }),
  });
  const findPeople = useFindPeople(spaceId);
  const [html, setHtml] = useState(initial.html);
  const [problem, setProblem] = useState<string | null>(null);
  const [isReady, setReady] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  useEffect(() => setReady(true), []);
  const form = useRef<HTMLFormElement>(null);
  // Scrolls the whole composer into view when it opens at the lower edge of a small screen.
  useEffect(() => {
    if (isReady) form.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isReady]);
  const { replace } = files;
  // Restores the draft, or starts with the initial content and its file.
  useEffect(() => {
    const saved = toDraft(draft.initial);
    setHtml(saved.html);
    replace(saved.attachment ? [saved.attachment] : []);
  }, [draft.initial, replace]);

  const [item] = files.items;
  const attachment = item?.stored ?? null;
  const saveDraft = (next: CommentDraft) => {
    if (next.html === initial.html && next.attachment?.id === initial.attachment?.id) draft.clear();
    else draft.save(next);
  };
  const change = (next: string) => {
    setHtml(next);
    setProblem(null);
    saveDraft({ html: next, attachment });
  };
  // A file becomes part of the draft once it is uploaded.
  const latest = useRef({ html, saveDraft });
  useEffect(() => {
    latest.current = { html, saveDraft };
  });
  const attachmentId = attachment?.id;
  const savedId = useRef(attachmentId);
  useEffect(() => {
    if (savedId.current === attachmentId) return;
    savedId.current = attachmentId;
    latest.current.saveDraft({ html: latest.current.html, attachment });
  }, [attachmentId, attachment]);

  const submit = async () => {
    if (isSending) return;
    const length = textLength(html);
    if (length === 0) return setProblem(t('Write something first.'));
    if (length > maxCommentText) return setProblem(t('A comment can have at most 5,000 characters.'));
    if (item && !attachment) {
      return setProblem(item.error ? t('Remove the file or try again.') : t('The file is still uploading.'));
    }
    if (!(await onSend(html, attachment))) return;
    draft.clear();
    setHtml('');
    onClose();
  };
  const paste = (event: ClipboardEvent) => {
    const pasted = [...event.clipboardData.files];
    if (pasted.length === 0 || event.clipboardData.types.includes('text/plain')) return;
    event.preventDefault();
    event.stopPropagation();
    files.add(pasted);
  };
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');
  const drop = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    event.stopPropagation();
    if (isSending) return;
    files.add([...event.dataTransfer.files]);
  };
  const shownProblem = problem ?? props.failure;
  return (
    <form
      ref={form}
      className="flex flex-col gap-2"
      aria-label={label}
      onPasteCapture={paste}
      onDragOver={(event) => {
        if (hasFiles(event)) event.preventDefault();
      }}
      onDropCapture={drop}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <FormLock locked={isSending}>
        {isReady ? (
          <LazyEditor
            fallback={<EditorSkeleton />}
            value={html}
            onChange={change}
            aria-label={label}
            placeholder={props.placeholder}
            maxLength={maxCommentText}
            findPeople={findPeople}
            onSubmit={() => void submit()}
            toolbar="short"
            autoFocus
            invalid={shownProblem != null}
          />
        ) : (
          <EditorSkeleton />
        )}
        <AttachmentStrip
          items={files.items}
          rejected={files.rejected}
          onRemove={files.remove}
          onRetry={files.retry}
        />
      </FormLock>
      {shownProblem && <Problem>{shownProblem}</Problem>}
      <div className="flex items-center gap-2">
        <input
          ref={picker}
          type="file"
          accept={acceptedFiles}
          className="hidden"
          aria-label={t('Choose an image or file')}
          onChange={(event) => {
            files.add([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
        <IconButton
          label={t('Add an image or file')}
          size="sm"
          disabled={item !== undefined || isSending}
          onClick={() => picker.current?.click()}
        >
          <Paperclip size={18} aria-hidden="true" />
        </IconButton>
        <Button variant="quiet" size="sm" className="ml-auto" onClick={onClose}>
          {t('Close')}
        </Button>
        <Button type="submit" variant="primary" size="sm" loading={isSending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
