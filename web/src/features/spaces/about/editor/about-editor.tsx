import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { tRich } from '#web/lib/text/rich-message.tsx';
import { Button } from '#web/ui/button.tsx';
import { FormLock } from '#web/ui/fields/form-lock.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { AccentProvider } from '#web/ui/theme/accent-scope.tsx';
import { SpaceAbout } from '../space-about.tsx';
import { withEdits } from './about-edits.ts';
import { type AboutField, aboutFieldId } from './about-field.ts';
import { AboutFields } from './about-fields.tsx';
import { noEdits, useAboutForm } from './use-about-form.ts';

interface AboutEditorProps {
  space: Space;
  viewerId: string;
  /** The field that gets focus first. */
  field?: AboutField | undefined;
  onClose: () => void;
}

/** Edits the about page in place, with a preview. Keeps a local draft until saved. */
export function AboutEditor({ space, viewerId, field, onClose }: AboutEditorProps) {
  const [preview, setPreview] = useState(false);
  const [cancelling, setCancelling] = useState(false);
  const { form, changes } = useAboutForm(space, viewerId, onClose);
  const edits = form.values ?? noEdits;
  const isDirty = Object.keys(changes).length > 0;

  useEffect(() => {
    const control = field && document.getElementById(aboutFieldId(field));
    if (!control) return;
    control.scrollIntoView({ block: 'center' });
    control.focus({ preventScroll: true });
  }, [field]);

  const submit = () => {
    if (!isDirty) {
      toast({ title: t('No changes to save.') });
      return;
    }
    const [first] = Object.values(form.submit() ?? {});
    if (first === undefined) return;
    setPreview(false);
    toast({ title: t('Validation Error'), description: first, variant: 'destructive' });
  };
  const blocker = useBlocker({
    // The input stays in a local draft, so closing or reloading the window loses nothing.
    enableBeforeUnload: false,
    shouldBlockFn: ({ current, next }) => isDirty && !form.isSending && current.pathname !== next.pathname,
    withResolver: true,
  });
  const shown = withEdits(space, edits);

  return (
    <AccentProvider color={shown.primary_color}>
      <EditorBar
        preview={preview}
        isDirty={isDirty}
        isSaving={form.isSending}
        onPreview={() => setPreview(!preview)}
        onCancel={() => (isDirty ? setCancelling(true) : form.discard())}
        onSave={submit}
      />
      {preview ? (
        <SpaceAbout space={shown} heading="h2" />
      ) : (
        <FormLock locked={form.isLocked}>
          <AboutFields
            saved={space}
            space={shown}
            edits={edits}
            problems={form.problems}
            onChange={form.change}
          />
        </FormLock>
      )}
      <ConfirmDialog
        open={blocker.status === 'blocked'}
        onOpenChange={(open) => !open && blocker.reset?.()}
        title={t('Leave without saving?')}
        description={t('Your changes are saved in this browser. You can pick up where you left off.')}
        confirm={t('Leave')}
        cancel={t('Keep editing')}
        onConfirm={() => blocker.proceed?.()}
      />
      <ConfirmDialog
        open={cancelling}
        onOpenChange={setCancelling}
        title={t('Discard changes?')}
        description={t('The page goes back to the last saved version.')}
        confirm={t('Discard')}
        cancel={t('Keep editing')}
        onConfirm={form.discard}
      />
    </AccentProvider>
  );
}

interface EditorBarProps {
  preview: boolean;
  isDirty: boolean;
  isSaving: boolean;
  onPreview: () => void;
  onCancel: () => void;
  onSave: () => void;
}

function EditorBar({ preview, isDirty, isSaving, onPreview, onCancel, onSave }: EditorBarProps) {
  return (
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
        <Button aria-pressed={preview} onClick={onPreview}>
          {preview ? t('Edit') : t('Preview')}
        </Button>
        <Button onClick={onCancel}>{t('Cancel')}</Button>
        <Button variant="primary" loading={isSaving} onClick={onSave}>
          {t('Save')}
        </Button>
      </div>
    </div>
  );
}
