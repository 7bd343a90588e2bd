import '#web/styles/lazy/classroom.css';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { CoursePage } from '#contract/features/courses/courses.ts';
import { t } from '#contract/i18n/translate.ts';
import { maxPageText } from '#contract/values/limits.ts';
import { ConflictMessage, FailureMessage, RichComposer, SendFailure } from '#web/features/composer/index.ts';
import { VideoDialog } from '#web/features/videos/index.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { useEntity } from '#web/lib/cache/entity-cache.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import type { EditorMedia, PickVideo } from '#web/ui/rich-text/rich-text-editor.tsx';
import { useAddItems } from '../blocks/use-add-items.tsx';
import { useCourse } from '../course-context.ts';
import { coursePageQuery } from '../courses.api.ts';
import { useDevice } from '../reading/device.tsx';
import { TextSkeleton } from '../reading/text-skeleton.tsx';
import { PublishedField, TitleField } from './page-fields.tsx';
import { uploadPageImage } from './upload-page-image.ts';
import { type EditedPage, usePageForm } from './use-page-form.ts';

interface PageEditorProps {
  viewerId: string;
  /** The page to edit, or the folder of a new one. */
  target: { pageId: string } | { folderId: string | null };
  /** Called when a new page starts and stops being saved. */
  onSending: (isCreating: boolean) => void;
  onSaved: (page: CoursePage) => void;
  onClose: () => void;
}

/** Writes a page in place of its text; on phones in the whole window. An existing page is loaded first. */
export function PageEditor({ target, ...props }: PageEditorProps) {
  if ('folderId' in target) return <Editor edited={target} {...props} />;
  return <ExistingPage pageId={target.pageId} {...props} />;
}

type EditorProps = Omit<PageEditorProps, 'target'>;

function ExistingPage({ pageId, ...props }: EditorProps & { pageId: string }) {
  const [opened, setOpened] = useState<CoursePage | null>(null);
  const query = useQuery({ ...coursePageQuery(pageId), enabled: opened === null, staleTime: 0 });
  const [startedAt] = useState(() => Date.now());
  const isFresh = query.dataUpdatedAt >= startedAt && !query.isFetching;
  const page = useEntity('course_page', pageId);
  // Keeps the version that was opened: later changes must not overwrite what is being typed.
  if (opened === null && isFresh && page) setOpened(page);
  if (opened) return <Editor edited={{ page: opened }} {...props} />;
  if (query.isError)
    return (
      <FailureMessage title={t("Couldn't open the page")}>
        <p>{toMessage(query.error, t('Please try again.'))}</p>
        <Button size="sm" variant="quiet" className="-ml-2.5" onClick={props.onClose}>
          {t('Close')}
        </Button>
      </FailureMessage>
    );
  return <TextSkeleton />;
}

function Editor({ viewerId, edited, onSending, onSaved, onClose }: EditorProps & { edited: EditedPage }) {
  const { tree, space } = useCourse();
  const isPhone = useDevice() === 'phone';
  const isNew = 'folderId' in edited;
  const isDeleted = !isNew && !tree.pages.some(({ id }) => id === edited.page.id);
  const form = usePageForm({
    courseId: tree.id,
    viewerId,
    edited,
    isDeleted,
    requiresTitle: !isNew && !isPhone,
    onSending,
    onSaved,
    onDiscarded: onClose,
  });
  useDeletionToast(isDeleted);
  const [isAsking, setAsking] = useState(false);
  const { media, dialogs } = usePageMedia(space);
  const { draft, isSending, change } = form;
  useSaveKey(() => form.submit());
  const cancel = () => (form.isClean ? form.discard() : setAsking(true));
  const composer = (
    <RichComposer
      label={isNew ? t('New page') : t('Edit page')}
      spaceId={space.id}
      variant="document"
      text={{
        value: draft.content,
        onChange: (content) => change({ content }),
        label: t('Text'),
        placeholder: t('Write something'),
        maxLength: maxPageText,
        // A new page begins with its title.
        autoFocus: !isNew && !isPhone,
        media,
      }}
      problems={form.problems}
      isLocked={form.isLocked}
      onSubmit={() => form.submit()}
      parts={{
        before: (
          <TitleField
            title={draft.title}
            error={form.problems.title}
            autoFocus={isNew}
            onChange={(title) => change({ title })}
          />
        ),
        footStart: (
          <PublishedField
            isPublished={draft.is_published}
            onChange={(is_published) => change({ is_published })}
          />
        ),
        messages: <Messages form={form} isDeleted={isDeleted} />,
        buttons: <Buttons isSending={isSending} onCancel={cancel} />,
      }}
    />
  );
  const content = (
    <>
      {composer}
      {dialogs}
      <DiscardDialog
        open={isAsking}
        onOpenChange={setAsking}
        onDiscard={() => {
          setAsking(false);
          form.discard();
        }}
      />
    </>
  );
  if (!isPhone) return content;
  return (
    <FullScreen title={isNew ? t('New page') : t('Edit page')} onClose={cancel}>
      {content}
    </FullScreen>
  );
}

const deletedMessage = () => t('This page was deleted. If you save, it becomes a new page.');

/** Says at once that the page was deleted: the message in the form may be far below. */
function useDeletionToast(isDeleted: boolean): void {
  useEffect(() => {
    if (isDeleted) toast({ title: deletedMessage(), variant: 'destructive' });
  }, [isDeleted]);
}

interface DiscardDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDiscard: () => void;
}

function DiscardDialog({ open, onOpenChange, onDiscard }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('Unsaved changes')}
      description={t('You have unsaved changes. Are you sure you want to cancel?')}
      confirm={t('Discard changes')}
      cancel={t('Keep editing')}
      onConfirm={onDiscard}
    />
  );
}

/** Opens the dialog that adds a video. */
function usePickVideo(spaceId: string): { pick: PickVideo; dialog: ReactNode } {
  const [insert, setInsert] = useState<((reference: string) => void) | null>(null);
  const close = () => setInsert(null);
  const add = (reference: string) => {
    close();
    insert?.(reference);
  };
  return {
    pick: (next) => setInsert(() => next),
    dialog: insert && <VideoDialog spaceId={spaceId} onAdd={add} onClose={close} />,
  };
}

/** What can be put into a page, and the dialogs that ask for it. */
function usePageMedia(space: { id: string; subdomain: string }): { media: EditorMedia; dialogs: ReactNode } {
  const videos = usePickVideo(space.id);
  const added = useAddItems(space);
  return {
    media: {
      pickImage: (file) => uploadPageImage(space.id, file),
      pickVideo: videos.pick,
      addItems: added.items,
    },
    dialogs: (
      <>
        {videos.dialog}
        {added.dialog}
      </>
    ),
  };
}

function Buttons({ isSending, onCancel }: { isSending: boolean; onCancel: () => void }) {
  return (
    <>
      <Button variant="quiet" disabled={isSending} onClick={onCancel}>
        {t('CANCEL')}
      </Button>
      <Button type="submit" variant="primary" disabled={isSending}>
        {isSending ? t('SAVING...') : t('SAVE')}
      </Button>
    </>
  );
}

interface FullScreenProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** The editor on phones. */
function FullScreen({ title, onClose, children }: FullScreenProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="xl"
      phone="full"
      closeOnOutside={false}
      title={title}
      className="page-editor-dialog"
    >
      {children}
    </Dialog>
  );
}

/** Saves with Ctrl+S or Cmd+S while the editor is open. */
function useSaveKey(save: () => void): void {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function Messages({ form, isDeleted }: { form: ReturnType<typeof usePageForm>; isDeleted: boolean }) {
  return (
    <>
      {isDeleted && (
        <p className="text-sm text-soft" role="status">
          {deletedMessage()}
        </p>
      )}
      {form.isRestored && (
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-soft" role="status">
          {t('Unsaved changes restored.')}
          <Button size="sm" variant="quiet" className="!px-2" onClick={form.startOver}>
            {t('Discard changes')}
          </Button>
        </p>
      )}
      <SendFailure failure={form.failure} />
      {form.theirs && (
        <ConflictMessage
          message={t('This page was edited somewhere else. Current version:')}
          title={form.theirs.title}
          html={form.theirs.content ?? form.theirs.body}
          onKeepMine={form.keepMine}
          onTakeTheirs={form.takeTheirs}
        />
      )}
    </>
  );
}
