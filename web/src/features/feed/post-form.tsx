import { Link } from '@tanstack/react-router';
import { CircleAlert, ImagePlus } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, Suspense, useEffect, useRef, useState } from 'react';
import { maxAttachments, maxPostBody } from '#contract/limits.ts';
import type { Space } from '#contract/spaces.ts';
import { acceptedPictures, PictureStrip, usePictures } from '#web/features/uploads/index.ts';
import { LazyEditor } from '#web/lib/lazy-editor.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { FeedInput } from './feed-arrivals.ts';
import { usePostForm } from './use-post-form.ts';

interface PostFormProps {
  space: Space;
  userId: string;
  input: FeedInput;
  onClose: () => void;
}

/** Length of a title from which on the room that is left is said. */
const titleCountFrom = 96;
const maxTitle = 120;

const filesOf = (data: DataTransfer): File[] =>
  [...data.files].filter(({ type }) => type.startsWith('image/'));

/** Where a post is written. Everything in it is kept in the browser as it is typed. */
export default function PostForm({ space, userId, input, onClose }: PostFormProps) {
  const pictures = usePictures({ space_id: space.id, purpose: 'post_image', max: maxAttachments });
  const form = usePostForm({ space, userId, input, pictures, onPosted: onClose });
  const { draft, problems } = form;
  const [isOver, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const title = useRef<HTMLInputElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);

  const paste = (event: ClipboardEvent) => {
    const files = filesOf(event.clipboardData);
    // A text copied together with its picture is a text.
    if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return;
    event.preventDefault();
    event.stopPropagation();
    pictures.add(files);
  };
  const drag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    setOver(false);
    pictures.add([...event.dataTransfer.files]);
  };
  const titleLength = [...draft.title.trim()].length;
  return (
    <Card className={isOver ? 'outline-2 outline-dashed outline-accent-line' : ''}>
      <form
        aria-label="Write a post"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          form.submit();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
          event.preventDefault();
          form.submit();
        }}
        onPasteCapture={paste}
        onDragEnter={drag}
        onDragOver={drag}
        onDragLeave={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
        }}
        onDropCapture={drop}
      >
        <TextField
          ref={title}
          label="Title"
          value={draft.title}
          onChange={(event) => form.change({ title: event.target.value })}
          error={problems.title}
          hint={titleLength >= titleCountFrom ? `${maxTitle - titleLength} characters left` : undefined}
          autoComplete="off"
          placeholder="What is it about?"
        />
        <div className="field">
          <Suspense fallback={<EditorPlace />}>
            {form.isReady ? (
              <LazyEditor
                value={draft.body}
                onChange={(body) => form.change({ body })}
                aria-label="Text"
                placeholder="Write something"
                maxLength={maxPostBody}
                onSubmit={form.submit}
                invalid={problems.body !== undefined}
                toolbar="short"
              />
            ) : (
              <EditorPlace />
            )}
          </Suspense>
          {problems.body && (
            <p className="field-error" role="alert">
              <CircleAlert size={16} aria-hidden="true" />
              {problems.body}
            </p>
          )}
        </div>
        <PictureStrip
          items={pictures.items}
          refused={pictures.refused}
          onRemove={pictures.remove}
          onRetry={pictures.retry}
        />
        {space.categories.length > 1 && (
          <Select
            label="Category"
            placeholder="Choose a category"
            options={space.categories.map(({ id, name, icon }) => ({ value: id, label: `${icon} ${name}` }))}
            value={draft.category_id}
            onChange={(category_id) => form.change({ category_id })}
            error={problems.category}
          />
        )}
        {form.failure && (
          <div className="rounded-md bg-danger-soft px-4 py-3 text-sm text-danger-text" role="alert">
            <p className="font-semibold">The post was not sent</p>
            <p>{form.failure} What you wrote is kept here.</p>
          </div>
        )}
        {form.earlier && (
          <div className="rounded-md bg-warning-soft px-4 py-3 text-sm text-warning-text" role="alert">
            An earlier form of this post had already arrived:{' '}
            <Link
              to="/$subdomain/post/$postSlug"
              params={{ subdomain: space.subdomain, postSlug: form.earlier.slug }}
              className="underline"
            >
              {form.earlier.title}
            </Link>
            . What you changed since is still here; post it as a new one, or close.
          </div>
        )}
        <div className="flex flex-wrap items-center gap-2">
          <input
            ref={picker}
            type="file"
            accept={acceptedPictures}
            multiple
            className="hidden"
            aria-label="Choose pictures"
            onChange={(event) => {
              pictures.add([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
          <Button
            variant="quiet"
            icon={<ImagePlus size={18} aria-hidden="true" />}
            disabled={pictures.items.length >= maxAttachments}
            onClick={() => picker.current?.click()}
          >
            Add pictures
          </Button>
          <div className="ml-auto flex gap-2">
            <Button variant="quiet" onClick={onClose}>
              Close
            </Button>
            <Button type="submit" variant="primary" loading={form.isSending} loadingLabel="Posting">
              Post
            </Button>
          </div>
        </div>
      </form>
    </Card>
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
