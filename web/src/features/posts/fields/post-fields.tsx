import { ChartBarBig, Megaphone, Paperclip } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { countCharacters } from '#contract/schema/characters.ts';
import type { Space } from '#contract/spaces.ts';
import { maxAttachments, maxPostBody, maxPostTitle } from '#contract/values/limits.ts';
import { useFindPeople } from '#web/features/mentions/index.ts';
import { newPollDraft, PollFields } from '#web/features/polls/index.ts';
import { AttachmentStrip, acceptedFiles, type useAttachments } from '#web/features/uploads/index.ts';
import { LazyEditor } from '#web/lib/loading/lazy-editor.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Problem } from '#web/ui/fields/field.tsx';
import { FormLock } from '#web/ui/fields/form-lock.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useFocusFirstError } from '#web/ui/fields/use-focus-first-error.ts';
import type { PostProblems, PostValues } from './post-check.ts';

interface PostFieldsProps {
  space: Space;
  /** Accessible name of the form. */
  label: string;
  fields: PostValues;
  problems: PostProblems;
  attachments: ReturnType<typeof useAttachments>;
  /** False until the draft is loaded; the text cannot be edited before. */
  isReady: boolean;
  /** True while the form is being sent: nothing can be changed. */
  isLocked: boolean;
  onChange: (changes: Partial<PostValues>) => void;
  onSubmit: () => void;
  titleRef?: RefObject<HTMLInputElement | null>;
  /** Which kinds of post can still be chosen. */
  kind: { canAnnounce: boolean; canAddPoll: boolean; isPollFixed?: boolean };
  /** Errors and conflicts, shown above the buttons. */
  messages?: ReactNode;
  /** Buttons at the end of the footer. */
  buttons: ReactNode;
}

/** From this title length on, the remaining characters are shown. */
const titleCountFrom = 96;

/** Title, text, files, poll and category of a post; used to create and to edit. */
export function PostFields({ space, label, fields, problems, attachments, ...form }: PostFieldsProps) {
  const [isDraggedOver, setDraggedOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const findPeople = useFindPeople(space.id);
  const { onChange, kind, isLocked } = form;
  const { box, focusFirstError } = useFocusFirstError<HTMLFormElement>(problems);
  const onSubmit = () => {
    focusFirstError();
    form.onSubmit();
  };

  const paste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    // Clipboard text with an embedded image is pasted as text.
    if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return;
    event.preventDefault();
    event.stopPropagation();
    attachments.add(files);
  };
  const drag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setDraggedOver(true);
  };
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    setDraggedOver(false);
    if (isLocked) return;
    attachments.add([...event.dataTransfer.files]);
  };
  const titleLength = countCharacters(fields.title.trim());
  return (
    <Card className={isDraggedOver ? 'outline-2 outline-dashed outline-accent-line' : ''}>
      <form
        ref={box}
        aria-label={label}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
          event.preventDefault();
          onSubmit();
        }}
        onPasteCapture={paste}
        onDragEnter={drag}
        onDragOver={drag}
        onDragLeave={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDraggedOver(false);
        }}
        onDropCapture={drop}
      >
        <FormLock locked={isLocked}>
          <TextField
            ref={form.titleRef}
            label={t('Title')}
            value={fields.title}
            onChange={(event) => onChange({ title: event.target.value })}
            error={problems.title}
            hint={
              titleLength >= titleCountFrom
                ? t('{count, plural, one {# character left} other {# characters left}}', {
                    count: maxPostTitle - titleLength,
                  })
                : undefined
            }
            autoComplete="off"
            placeholder={fields.poll ? t('Title (optional)') : t('Title')}
          />
          <div className="field">
            {form.isReady ? (
              <LazyEditor
                fallback={<EditorSkeleton />}
                value={fields.body}
                onChange={(body) => onChange({ body })}
                aria-label={t('Text')}
                placeholder={t('Write something')}
                maxLength={maxPostBody}
                onSubmit={onSubmit}
                invalid={problems.body !== undefined}
                toolbar="short"
                findPeople={findPeople}
              />
            ) : (
              <EditorSkeleton />
            )}
            {problems.body && <Problem>{problems.body}</Problem>}
          </div>
          <AttachmentStrip
            items={attachments.items}
            rejected={attachments.rejected}
            onRemove={attachments.remove}
            onRetry={attachments.retry}
            onMove={attachments.move}
          />
          {fields.poll && (
            <PollFields
              poll={fields.poll}
              onChange={(poll) => onChange({ poll })}
              onRemove={kind.canAddPoll ? () => onChange({ poll: null }) : undefined}
              problem={problems.poll}
              isFixed={kind.isPollFixed}
            />
          )}
          {space.categories.length > 1 && (
            <Select
              label={t('Category')}
              placeholder={t('Choose a category')}
              options={space.categories.map(({ id, name, icon }) => ({
                value: id,
                label: `${icon} ${name}`,
              }))}
              value={fields.category_id}
              onChange={(category_id) => onChange({ category_id })}
              error={problems.category}
            />
          )}
        </FormLock>
        {form.messages}
        <div className="flex flex-wrap items-center gap-2">
          <FormLock locked={isLocked}>
            <input
              ref={picker}
              type="file"
              accept={acceptedFiles}
              multiple
              className="hidden"
              aria-label={t('Choose files')}
              onChange={(event) => {
                attachments.add([...(event.target.files ?? [])]);
                event.target.value = '';
              }}
            />
            <Button
              variant="quiet"
              size="sm"
              className="-ml-3"
              icon={<Paperclip size={18} aria-hidden="true" />}
              disabled={attachments.items.length >= maxAttachments}
              onClick={() => picker.current?.click()}
            >
              {t('Add files')}
            </Button>
            {kind.canAddPoll && !fields.poll && (
              <Button
                variant="quiet"
                size="sm"
                icon={<ChartBarBig size={18} aria-hidden="true" />}
                onClick={() => onChange({ poll: newPollDraft(), post_type: 'post' })}
              >
                {t('Poll')}
              </Button>
            )}
            {kind.canAnnounce && !fields.poll && (
              <Button
                variant="quiet"
                size="sm"
                icon={<Megaphone size={18} aria-hidden="true" />}
                aria-pressed={fields.post_type === 'announcement'}
                className="aria-pressed:!bg-accent-soft aria-pressed:!text-accent-text"
                onClick={() =>
                  onChange({ post_type: fields.post_type === 'announcement' ? 'post' : 'announcement' })
                }
              >
                {t('Announcement')}
              </Button>
            )}
          </FormLock>
          <div className="ml-auto flex flex-wrap items-center justify-end gap-2">{form.buttons}</div>
        </div>
      </form>
    </Card>
  );
}

/** Error box for a failed request. */
export function FailureMessage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="rounded-md bg-danger-soft px-4 py-3 text-sm text-danger-text" role="alert">
      <p className="font-semibold">{title}</p>
      {children}
    </div>
  );
}

/** Same height as the editor that is loading. */
function EditorSkeleton() {
  return (
    <div className="editor" data-toolbar="short" aria-busy="true">
      <div className="editor-bar h-11" />
      <div className="prose" />
    </div>
  );
}
