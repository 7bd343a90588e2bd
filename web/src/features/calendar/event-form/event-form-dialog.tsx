import { useState } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { DraftButtons } from '#web/lib/drafted-form/draft-buttons.tsx';
import { FormLock } from '#web/ui/fields/form-lock.tsx';
import { useFocusFirstError } from '#web/ui/fields/use-focus-first-error.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import type { Planning } from '../calendar-context.ts';
import { EventFields } from './event-fields.tsx';
import { ScopeDialog } from './scope-dialog.tsx';
import { useEventForm } from './use-event-form.ts';

interface EventFormDialogProps {
  space: Space;
  viewerId: string;
  planning: Planning;
  /** Called when the edited event was replaced by this one. */
  onReplaced?: (eventId: string) => void;
  onClose: () => void;
}

/** Creates or edits an event. Input is kept in this browser until it is saved or discarded. */
export function EventFormDialog({ space, viewerId, planning, onReplaced, onClose }: EventFormDialogProps) {
  const [confirming, setConfirming] = useState(false);
  const form = useEventForm({
    space,
    viewerId,
    planning,
    onSaved: (eventId) => {
      setConfirming(false);
      onClose();
      if ('event' in planning && eventId !== planning.event.id) onReplaced?.(eventId);
    },
    onFailed: () => setConfirming(false),
    onDiscarded: onClose,
  });
  const { event, isClean, isSending } = form;
  const { box, focusFirstError } = useFocusFirstError<HTMLFormElement>(form.problems);
  const submit = () => {
    if (isSending) return;
    focusFirstError();
    if (!event?.series_id || form.hasOnlyOtherRules) form.submit('this');
    else if (form.check()) setConfirming(true);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      closeOnOutside={isClean}
      title={event ? t('Edit event') : t('New event')}
      footer={
        <DraftButtons
          form={form}
          submitLabel={event ? t('Save') : t('Create event')}
          needsChanges={event !== null}
          onSubmit={submit}
          onClose={onClose}
        />
      }
    >
      <form
        ref={box}
        className="grid grid-cols-1 gap-5"
        onSubmit={(submitted) => {
          submitted.preventDefault();
          submit();
        }}
      >
        <FormLock locked={form.isLocked}>
          <EventFields space={space} form={form} />
        </FormLock>
        {/* Enter in a field submits; the visible button is in the footer. */}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
      {confirming && event && (
        <ScopeDialog
          title={t('Save changes')}
          isSeries
          withoutThis={form.changes?.repeat !== undefined}
          confirm={t('Save')}
          isPending={isSending}
          onConfirm={form.submit}
          onClose={() => setConfirming(false)}
        />
      )}
    </Dialog>
  );
}
