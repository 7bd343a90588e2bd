import { Suspense, useEffect, useState } from 'react';
import { maxCommentText } from '#contract/limits.ts';
import { useDraft } from '#web/lib/drafts.ts';
import { LazyEditor } from '#web/lib/lazy-editor.tsx';
import { textLength } from '#web/lib/rich-text.ts';
import { Button } from '#web/ui/button.tsx';

interface CommentComposerProps {
  userId: string;
  /** Where its draft is kept: `comment:{post_id}`, and for replies `comment:{post_id}:{comment_id}`. */
  place: string;
  label: string;
  submitLabel: string;
  onSend: (html: string) => void;
  /** Closes it; what is typed is kept. */
  onClose: () => void;
}

/** Where a comment or reply is typed. What stands in it survives a reload, a crash and a lost server. */
export function CommentComposer({
  userId,
  place,
  label,
  submitLabel,
  onSend,
  onClose,
}: CommentComposerProps) {
  const draft = useDraft<string>(userId, place, '');
  const [html, setHtml] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  useEffect(() => {
    if (draft.restored) setHtml((now) => now || draft.initial);
  }, [draft.restored, draft.initial]);

  const change = (next: string) => {
    setHtml(next);
    setProblem(null);
    if (next === '') draft.clear();
    else draft.save(next);
  };
  const submit = () => {
    const length = textLength(html);
    if (length === 0) return setProblem('Write something first.');
    if (length > maxCommentText) return setProblem('A comment can have at most 5,000 characters.');
    onSend(html);
    draft.clear();
    setHtml('');
    onClose();
  };
  return (
    <form
      className="flex flex-col gap-2"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
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
            onSubmit={submit}
            toolbar="short"
            autoFocus
            invalid={problem !== null}
          />
        ) : (
          <EditorPlace />
        )}
      </Suspense>
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button variant="quiet" size="sm" onClick={onClose}>
          Close
        </Button>
        <Button type="submit" variant="primary" size="sm">
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
