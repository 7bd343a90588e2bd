import { ImagePlus } from 'lucide-react';
import { type ClipboardEvent, Suspense, useEffect, useRef, useState } from 'react';
import { maxCommentText } from '#contract/limits.ts';
import type { Picture } from '#contract/uploads.ts';
import { useFindPeople } from '#web/features/mentions/index.ts';
import { acceptedPictures, PictureStrip, usePictures } from '#web/features/uploads/index.ts';
import { useDraft } from '#web/lib/drafts.ts';
import { LazyEditor } from '#web/lib/lazy-editor.tsx';
import { textLength } from '#web/lib/rich-text.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';

/** What stands in the box, kept as it is typed. */
interface CommentDraft {
  html: string;
  picture: Picture | null;
}
/** Drafts of old are the text alone. */
const toDraft = (kept: CommentDraft | string): CommentDraft =>
  typeof kept === 'string' ? { html: kept, picture: null } : kept;

interface CommentComposerProps {
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
  onSend: (html: string, picture: Picture | null) => boolean | Promise<boolean>;
  /** Closes it; what is typed is kept. */
  onClose: () => void;
}

const empty: CommentDraft = { html: '', picture: null };

/** Where a comment or reply is typed. What stands in it survives a reload, a crash and a lost server. */
export function CommentComposer(props: CommentComposerProps) {
  const { userId, spaceId, place, label, submitLabel, begin = empty, onSend, onClose } = props;
  const draft = useDraft<CommentDraft | string>(userId, place, begin);
  const pictures = usePictures({ space_id: spaceId, purpose: 'comment_image', max: 1 });
  const findPeople = useFindPeople(spaceId);
  const [html, setHtml] = useState(begin.html);
  const [problem, setProblem] = useState<string | null>(null);
  const [isReady, setReady] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  useEffect(() => setReady(true), []);
  const { replace } = pictures;
  useEffect(() => {
    if (!draft.restored) return;
    const kept = toDraft(draft.initial);
    setHtml(kept.html);
    replace(kept.picture ? [kept.picture] : []);
  }, [draft.restored, draft.initial, replace]);

  const [item] = pictures.items;
  const picture = item?.picture ?? null;
  const keep = (next: CommentDraft) => {
    if (next.html === begin.html && next.picture?.id === begin.picture?.id) draft.clear();
    else draft.save(next);
  };
  const change = (next: string) => {
    setHtml(next);
    setProblem(null);
    keep({ html: next, picture });
  };
  // A picture is part of the draft once the server has it.
  const latest = useRef({ html, keep });
  useEffect(() => {
    latest.current = { html, keep };
  });
  const pictureId = picture?.id;
  const keptId = useRef(pictureId);
  useEffect(() => {
    if (keptId.current === pictureId) return;
    keptId.current = pictureId;
    latest.current.keep({ html: latest.current.html, picture });
  }, [pictureId, picture]);

  const submit = async () => {
    const length = textLength(html);
    if (length === 0) return setProblem('Write something first.');
    if (length > maxCommentText) return setProblem('A comment can have at most 5,000 characters.');
    if (item && !picture) {
      return setProblem(
        item.error ? 'Remove the picture or send it again.' : 'The picture is still on its way.',
      );
    }
    if (!(await onSend(html, picture))) return;
    draft.clear();
    setHtml('');
    onClose();
  };
  const paste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files].filter(({ type }) => type.startsWith('image/'));
    if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return;
    event.preventDefault();
    event.stopPropagation();
    pictures.add(files);
  };
  const shownProblem = problem ?? props.failure;
  return (
    <form
      className="flex flex-col gap-2"
      aria-label={label}
      onPasteCapture={paste}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Suspense fallback={<EditorPlace />}>
        {isReady ? (
          <LazyEditor
            value={html}
            onChange={change}
            aria-label={label}
            placeholder="Write something kind and useful"
            maxLength={maxCommentText}
            findPeople={findPeople}
            onSubmit={() => void submit()}
            toolbar="short"
            autoFocus
            invalid={shownProblem != null}
          />
        ) : (
          <EditorPlace />
        )}
      </Suspense>
      <PictureStrip
        items={pictures.items}
        refused={pictures.refused}
        onRemove={pictures.remove}
        onRetry={pictures.retry}
      />
      {shownProblem && (
        <p className="field-error" role="alert">
          {shownProblem}
        </p>
      )}
      <div className="flex items-center gap-2">
        <input
          ref={picker}
          type="file"
          accept={acceptedPictures}
          className="hidden"
          aria-label="Choose a picture"
          onChange={(event) => {
            pictures.add([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
        <IconButton
          label="Add a picture"
          size="sm"
          disabled={item !== undefined}
          onClick={() => picker.current?.click()}
        >
          <ImagePlus size={18} aria-hidden="true" />
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

/** As high as the editor that is on its way. */
function EditorPlace() {
  return (
    <div className="editor" data-toolbar="short" aria-busy="true">
      <div className="editor-bar h-11" />
      <div className="prose" />
    </div>
  );
}
