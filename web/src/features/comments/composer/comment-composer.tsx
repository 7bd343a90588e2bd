import type { Attachment } from '#contract/features/uploads/uploads.ts';
import { t } from '#contract/i18n/translate.ts';
import { maxCommentText } from '#contract/values/limits.ts';
import { RichComposer, SendFailure } from '#web/features/composer/index.ts';
import { useAttachments } from '#web/features/uploads/index.ts';
import { useBrowserDraft } from '#web/lib/drafted-form/use-browser-draft.ts';
import { useDraftedForm } from '#web/lib/drafted-form/use-drafted-form.ts';
import { useFilesInDraft } from '#web/lib/drafted-form/use-files-in-draft.ts';
import { textLength } from '#web/lib/text/rich-text.ts';
import { Button } from '#web/ui/button.tsx';
import { toDraftHtml } from './draft-html.ts';

/** Contents of the composer, saved while typing. */
export interface CommentDraft {
  html: string;
  attachment: Attachment | null;
}
/** Drafts of earlier releases can have no attachment. */
const toCommentDraft = (saved: unknown): CommentDraft => ({
  html: toDraftHtml(saved),
  attachment: (saved as Partial<CommentDraft> | null)?.attachment ?? null,
});

export interface CommentComposerProps {
  userId: string;
  spaceId: string;
  /** Key of its draft: `comment:{post_id}`, for replies `comment:{post_id}:{comment_id}`. */
  draftKey: string;
  labels: { form: string; placeholder: string; submit: string };
  /** Initial content if there is no draft: the comment being edited. */
  initial?: CommentDraft;
  /** Why the text can't be sent anymore; it can still be copied. */
  blocked?: string | null;
  /** Sends the comment; a retry after a failure has the same `clientId`. The composer closes afterwards. */
  onSend: (draft: CommentDraft, clientId: string) => Promise<unknown>;
  /** Closes the composer; the draft is kept. */
  onClose: () => void;
}

const empty: CommentDraft = { html: '', attachment: null };
const isSame = (a: CommentDraft, b: CommentDraft) =>
  a.html === b.html && a.attachment?.id === b.attachment?.id;

interface CommentProblems {
  body?: string;
}

function checkComment(
  { html }: CommentDraft,
  item: { stored: unknown; error: string | null } | undefined,
): CommentProblems {
  const length = textLength(html);
  if (length === 0) return { body: t('Write something first.') };
  if (length > maxCommentText) return { body: t('A comment can have at most 5,000 characters.') };
  if (!item || item.stored) return {};
  return { body: item.error ? t('Remove the file or try again.') : t('The file is still uploading.') };
}

/** Form for a comment or reply. The draft survives reloads, crashes and server failures. */
export function CommentComposer(props: CommentComposerProps) {
  const { userId, spaceId, draftKey, labels, initial = empty, blocked, onClose } = props;
  const draft = useBrowserDraft({ userId, draftKey, initial, parse: toCommentDraft, isSame });
  const attachments = useAttachments({
    space_id: spaceId,
    purpose: 'comment',
    max: 1,
    ...(initial.attachment && { attached: [initial.attachment] }),
  });
  const [item] = attachments.items;
  useFilesInDraft({
    inDraft: draft.values.attachment ? [draft.values.attachment] : [],
    items: attachments.items,
    show: attachments.replace,
    keep: ([attachment = null]) => draft.change({ attachment }),
  });
  const form = useDraftedForm<CommentDraft, CommentProblems, void>({
    storage: draft,
    validate: (values) => (blocked ? { body: blocked } : checkComment(values, item)),
    keepProblems: () => ({}),
    send: async (values, clientId) => {
      await props.onSend({ ...values, attachment: item?.stored ?? null }, clientId);
    },
    onSent: onClose,
    isSentAgain: true,
    failure: { title: t("Couldn't save the comment"), fallback: t('Something went wrong.') },
  });
  return (
    <RichComposer
      label={labels.form}
      spaceId={spaceId}
      variant="inline"
      text={{
        value: draft.values.html,
        onChange: (html) => form.change({ html }),
        label: labels.form,
        placeholder: labels.placeholder,
        maxLength: maxCommentText,
        problem: form.problems.body ?? blocked,
      }}
      attachments={attachments}
      problems={form.problems}
      isLocked={form.isLocked}
      onSubmit={form.submit}
      parts={{
        messages: <SendFailure failure={form.failure} />,
        buttons: (
          <>
            <Button variant="quiet" size="sm" onClick={onClose}>
              {t('Close')}
            </Button>
            <Button type="submit" variant="primary" size="sm" loading={form.isSending}>
              {labels.submit}
            </Button>
          </>
        ),
      }}
    />
  );
}
