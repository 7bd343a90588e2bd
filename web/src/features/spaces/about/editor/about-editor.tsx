import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import type { Space } from '#contract/spaces.ts';
import { useDraft } from '#web/lib/cache/drafts.ts';
import { tRich } from '#web/lib/text/rich-message.tsx';
import { Button } from '#web/ui/button.tsx';
import { FormLock } from '#web/ui/fields/form-lock.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { AccentProvider } from '#web/ui/theme/accent-scope.tsx';
import { SpaceAbout } from '../space-about.tsx';
import { type AboutEdits, toSpaceChanges, withEdits } from './about-edits.ts';
import { type AboutField, aboutFieldId } from './about-field.ts';
import { AboutFields } from './about-fields.tsx';
import { findProblems } from './check-changes.ts';
import { LeaveEditorDialog } from './leave-editor-dialog.tsx';
import { useSaveAbout } from './use-save-about.ts';

interface AboutEditorProps {
  space: Space;
  viewerId: string;
  /** The field that gets focus first. */
  field?: AboutField | undefined;
  onClose: () => void;
}

const noEdits: AboutEdits = {};

/** Edits the about page in place, with a preview. Keeps a local draft until saved. */
export function AboutEditor({ space, viewerId, field, onClose }: AboutEditorProps) {
  const draft = useDraft<AboutEdits>(viewerId, `about:${space.id}`, noEdits);
  const [typed, setTyped] = useState<AboutEdits | null>(null);
  const [preview, setPreview] = useState(false);
  const [problems, setProblems] = useState<ReturnType<typeof findProblems>>({});
  const [cancelling, setCancelling] = useState(false);
  const edits = typed ?? draft.initial;
  const changes = toSpaceChanges(space, edits);
  const isDirty = Object.keys(changes).length > 0;

  useEffect(() => {
    const control = field && document.getElementById(aboutFieldId(field));
    if (!control) return;
    control.scrollIntoView({ block: 'center' });
    control.focus({ preventScroll: true });
  }, [field]);

  const change = (more: AboutEdits) => {
    const next = { ...edits, ...more };
    setTyped(next);
    draft.save(next);
    if (Object.keys(problems).length > 0) setProblems(findProblems(toSpaceChanges(space, next)));
  };
  const close = () => {
    draft.clear();
    setTyped(noEdits);
    onClose();
  };
  const save = useSaveAbout(space, close);
  const submit = () => {
    if (!isDirty) {
      toast({ title: t('No changes to save.') });
      return;
    }
    const found = findProblems(changes);
    setProblems(found);
    const [first] = Object.values(found);
    if (first === undefined) save.mutate(changes);
    else {
      setPreview(false);
      toast({ title: t('Validation Error'), description: first, variant: 'destructive' });
    }
  };
  const blocker = useBlocker({
    // The input stays in a local draft, so closing or reloading the window loses nothing.
    enableBeforeUnload: false,
    shouldBlockFn: ({ current, next }) => isDirty && !save.isPending && current.pathname !== next.pathname,
    withResolver: true,
  });
  const shown = withEdits(space, edits);

  return (
    <AccentProvider color={shown.primary_color}>
      <div className="sticky top-0 z-10 border-b border-line bg-surface">
        <div className="mx-auto flex max-w-page items-center justify-end gap-2 *:flex-none px-4 py-2 lg:px-6">
          <h1 className="mr-auto min-w-0 !flex-initial text-sm font-medium tracking-normal">
            {preview
              ? t('Preview')
              : tRich('Editing <page>the about page</page>', {
                  page: (text) => <span className="max-md:sr-only">{text}</span>,
                })}
            {isDirty && <span className="text-soft"> · {t('not saved yet')}</span>}
          </h1>
          <Button size="sm" aria-pressed={preview} onClick={() => setPreview(!preview)}>
            {preview ? t('Edit') : t('Preview')}
          </Button>
          <Button size="sm" onClick={() => (isDirty ? setCancelling(true) : close())}>
            {t('Cancel')}
          </Button>
          <Button size="sm" variant="primary" loading={save.isPending} onClick={submit}>
            {t('Save')}
          </Button>
        </div>
      </div>
      {preview ? (
        <SpaceAbout space={shown} heading="h2" />
      ) : (
        <FormLock locked={save.isPending}>
          <AboutFields saved={space} space={shown} edits={edits} problems={problems} onChange={change} />
        </FormLock>
      )}
      {blocker.status === 'blocked' && (
        <LeaveEditorDialog
          title={t('Leave without saving?')}
          text={t('Your changes are saved in this browser. You can pick up where you left off.')}
          leave={t('Leave')}
          onLeave={blocker.proceed}
          onStay={blocker.reset}
        />
      )}
      {cancelling && (
        <LeaveEditorDialog
          title={t('Discard changes?')}
          text={t('The page goes back to the last saved version.')}
          leave={t('Discard')}
          onLeave={close}
          onStay={() => setCancelling(false)}
        />
      )}
    </AccentProvider>
  );
}
