import '#web/styles/lazy/fields.css';
import '#web/styles/lazy/writing.css';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useFindPeople } from '#web/features/mentions/index.ts';
import { AttachmentStrip, type Attachments } from '#web/features/uploads/index.ts';
import { LazyEditor } from '#web/lib/loading/lazy-editor.tsx';
import { Card } from '#web/ui/card.tsx';
import { cx } from '#web/ui/cx.ts';
import { Problem } from '#web/ui/fields/field.tsx';
import { FormLock } from '#web/ui/fields/form-lock.tsx';
import { useFocusFirstError } from '#web/ui/fields/use-focus-first-error.ts';
import { EditorSkeleton } from '#web/ui/rich-text/editor-skeleton.tsx';
import type { EditorHandle, EditorMedia } from '#web/ui/rich-text/rich-text-editor.tsx';
import { AddFilesButton } from './add-files-button.tsx';
import { TextTools } from './text-tools.tsx';
import { useDroppedFiles } from './use-dropped-files.ts';

interface ComposerText {
  /** HTML; null until the draft is loaded, and can't be edited before. */
  value: string | null;
  onChange: (html: string) => void;
  label: string;
  placeholder: string;
  /** In characters. */
  maxLength: number;
  /** What is wrong with it, shown below. */
  problem?: string | null | undefined;
  /** Images and videos in the text; only for a `document`. */
  media?: EditorMedia;
  /** Gets the focus when the form opens, as the text of an `inline` form does. */
  autoFocus?: boolean;
}

interface ComposerParts {
  /** Before the text, such as a title. */
  before?: ReactNode;
  /** After the files, such as a poll. */
  after?: ReactNode;
  /** Errors and conflicts, above the buttons. */
  messages?: ReactNode;
  /** At the start of the footer, such as the category. */
  footStart?: ReactNode;
  /** Icon buttons beside the one that adds files. */
  tools?: ReactNode;
  /** Buttons at the end. */
  buttons: ReactNode;
}

interface RichComposerProps {
  /** Accessible name of the form. */
  label: string;
  /** Whose members can be mentioned. */
  spaceId: string;
  /**
   * `card` for a post: fields without borders, and a footer; `inline` takes little space and gets the focus when it opens;
   * `document` is a card with all tools, for long text with images in it and without mentions.
   */
  variant: 'card' | 'inline' | 'document';
  text: ComposerText;
  /** Omit them where files aren't attached. */
  attachments?: Attachments;
  /** Problems of all fields. After a submit, the first field with one gets the focus. */
  problems: object;
  /** While it is being sent, nothing can be changed. */
  isLocked: boolean;
  onSubmit: () => void;
  parts: ComposerParts;
}

const takesNoFiles = () => {};

/** A form for rich text with mentions and attached files, which can also be pasted or dropped. */
export function RichComposer(props: RichComposerProps) {
  const { spaceId, variant, text, attachments, isLocked, parts } = props;
  const isInline = variant === 'inline';
  const isDocument = variant === 'document';
  const findPeople = useFindPeople(spaceId);
  const { isDraggedOver, handlers } = useDroppedFiles(isLocked, attachments?.add ?? takesNoFiles);
  const { box, focusFirstError } = useFocusFirstError<HTMLFormElement>(props.problems);
  useEffect(() => {
    // The whole form is in view when it opens at the lower edge of a small screen.
    if (isInline) box.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isInline, box]);
  const submit = () => {
    focusFirstError();
    props.onSubmit();
  };
  const editor = useRef<EditorHandle>(null);
  const [isFormatting, setFormatting] = useState(false);
  const toolbar = isDocument ? 'full' : isInline || isFormatting ? 'short' : 'selection';
  const form = (
    <form
      ref={box}
      aria-label={props.label}
      className={isInline ? 'composer-inline' : 'composer'}
      data-variant={variant}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
        event.preventDefault();
        submit();
      }}
      {...(attachments && handlers)}
    >
      <FormLock locked={isLocked}>
        {parts.before}
        <div className="field" data-invalid={text.problem != null ? '' : undefined}>
          <TextField
            text={text}
            findPeople={isDocument ? undefined : findPeople}
            autoFocus={isInline || text.autoFocus === true}
            toolbar={toolbar}
            handle={editor}
          />
        </div>
        {attachments && (
          <AttachmentStrip
            items={attachments.items}
            rejected={attachments.rejected}
            onRemove={attachments.remove}
            onRetry={attachments.retry}
            onMove={attachments.max > 1 ? attachments.move : undefined}
          />
        )}
        {parts.after}
      </FormLock>
      {parts.messages}
      <div className="composer-foot" data-floor="">
        <FormLock locked={isLocked}>
          {parts.footStart}
          <div className="flex items-center">
            {variant === 'card' && (
              <TextTools editor={editor} isFormatting={isFormatting} onFormatting={setFormatting} />
            )}
            {attachments && <AddFilesButton attachments={attachments} />}
            {parts.tools}
          </div>
        </FormLock>
        <div className="ml-auto flex items-center justify-end gap-2">{parts.buttons}</div>
      </div>
    </form>
  );
  if (isInline) return form;
  return (
    <Card className={cx('!p-0', isDraggedOver && 'outline-2 outline-dashed outline-accent-line')}>
      {form}
    </Card>
  );
}

interface TextFieldProps {
  text: ComposerText;
  findPeople: ReturnType<typeof useFindPeople> | undefined;
  autoFocus: boolean;
  toolbar: 'short' | 'full' | 'selection';
  handle: RefObject<EditorHandle | null>;
}

function TextField({ text, findPeople, autoFocus, toolbar, handle }: TextFieldProps) {
  const { value, label, onChange, placeholder, maxLength, problem, media } = text;
  return (
    <>
      {value === null ? (
        <EditorSkeleton toolbar={toolbar} />
      ) : (
        <LazyEditor
          fallback={<EditorSkeleton toolbar={toolbar} />}
          value={value}
          onChange={onChange}
          aria-label={label}
          placeholder={placeholder}
          maxLength={maxLength}
          findPeople={findPeople}
          media={media}
          toolbar={toolbar}
          ref={handle}
          autoFocus={autoFocus}
        />
      )}
      {problem && <Problem>{problem}</Problem>}
    </>
  );
}
