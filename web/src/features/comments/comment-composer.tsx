import { Paperclip } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, Suspense, useEffect, useRef, useState } from 'react';
import { maxCommentText } from '#contract/limits.ts';
import type { Attachment } from '#contract/uploads.ts';
import { useFindPeople } from '#web/features/mentions/index.ts';
import { AttachmentStrip, acceptedFiles, useAttachments } from '#web/features/uploads/index.ts';
import { useDraft } from '#web/lib/drafts.ts';
import { LazyEditor } from '#web/lib/lazy-editor.tsx';
import { textLength } from '#web/lib/rich-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Problem } from '#web/ui/field.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { EditorSkeleton } from './editor-skeleton.tsx';

/** What stands in the box, kept as it is typed. */
interface CommentDraft {
  html: string;
  attachment: Attachment | null;
}
/** Drafts of old are the text alone, or know of pictures only. */
const toDraft = (kept: Partial<CommentDraft> | string): CommentDraft =>
  typeof kept === 'string'
    ? { html: kept, attachment: null }
    : { html: kept.html ?? '', attachment: kept.attachment ?? null };

export interface CommentComposerProps {
  userId: string;
  spaceId: string;
  /** Where its draft is kept: `comment:{post_id}`, and for replies `comment:{post_id}:{comment_id}`. */
  place: string;
  label: string;
  submitLabel: string;
  /** What stands in it where no draft is kept: the comment that is edited. */
  begin?: CommentDraft;
  /** Why the last sending was refused; what was typed stays. */
  failure?: string | null;
  sending?: boolean;
  /** Answers whether it was taken: then the box empties and closes. */
  onSend: (html: string, attachment: Attachment | null) => boolean | Promise<boolean>;
  /** Closes it; what is typed is kept. */
  onClose: () => void;
}

const empty: CommentDraft = { html: '', attachment: null };

/** Where a comment or reply is typed. What stands in it survives a reload, a crash and a lost server. */
export function CommentComposer(props: CommentComposerProps) {
  const { userId, spaceId, place, label, submitLabel, begin = empty, onSend, onClose } = props;
  const draft = useDraft<CommentDraft | string>(userId, place, begin);
  const files = useAttachments({ space_id: spaceId, place: 'comment', max: 1 });
  const findPeople = useFindPeople(spaceId);
  const [html, setHtml] = useState(begin.html);
  const [problem, setProblem] = useState<string | null>(null);
  const [isReady, setReady] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  useEffect(() => setReady(true), []);
  const form = useRef<HTMLFormElement>(null);
  // Opened at the lower edge of a small screen it is seen whole, with its buttons.
  useEffect(() => {
    if (isReady) form.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isReady]);
  const { replace } = files;
  // What was kept, else what it begins with: a comment that is edited brings its file.
  useEffect(() => {
    const kept = toDraft(draft.initial);
    setHtml(kept.html);
    replace(kept.attachment ? [kept.attachment] : []);
  }, [draft.initial, replace]);

  const [item] = files.items;
  const attachment = item?.stored ?? null;
  const keep = (next: CommentDraft) => {
    if (next.html === begin.html && next.attachment?.id === begin.attachment?.id) draft.clear();
    else draft.save(next);
  };
  const change = (next: string) => {
    setHtml(next);
    setProblem(null);
    keep({ html: next, attachment });
  };
  // A file is part of the draft once the server has it.
  const latest = useRef({ html, keep });
  useEffect(() => {
    latest.current = { html, keep };
  });
  const attachmentId = attachment?.id;
  const savedId = useRef(attachmentId);
  useEffect(() => {
    if (savedId.current === attachmentId) return;
    savedId.current = attachmentId;
    latest.current.keep({ html: latest.current.html, attachment });
  }, [attachmentId, attachment]);

  const submit = async () => {
    const length = textLength(html);
    if (length === 0) return setProblem('Write something first.');
    if (length > maxCommentText) return setProblem('A comment can have at most 5,000 characters.');
    if (item && !attachment) {
      return setProblem(item.error ? 'Remove the file or try again.' : 'The file is still uploading.');
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
  const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');
  const drop = (event: DragEvent) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    event.stopPropagation();
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
        if (holdsFiles(event)) event.preventDefault();
      }}
      onDropCapture={drop}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Suspense fallback={<EditorSkeleton />}>
        {isReady ? (
          <LazyEditor
            value={html}
            onChange={change}
            aria-label={label}
            placeholder="Write a reply…"
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
      </Suspense>
      <AttachmentStrip
        items={files.items}
        rejected={files.rejected}
        onRemove={files.remove}
        onRetry={files.retry}
      />
      {shownProblem && <Problem>{shownProblem}</Problem>}
      <div className="flex items-center gap-2">
        <input
          ref={picker}
          type="file"
          accept={acceptedFiles}
          className="hidden"
          aria-label="Choose a picture or file"
          onChange={(event) => {
            files.add([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
        <IconButton
          label="Add a picture or file"
          size="sm"
          disabled={item !== undefined}
          onClick={() => picker.current?.click()}
        >
          <Paperclip size={18} aria-hidden="true" />
        </IconButton>
        <Button variant="quiet" size="sm" className="ml-auto" onClick={onClose}>
          Close
        </Button>
        <Button type="submit" variant="primary" size="sm" loading={props.sending ?? false}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
