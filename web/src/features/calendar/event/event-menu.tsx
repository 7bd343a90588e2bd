import { CalendarPlus, CalendarX, Link2, Lock, LockOpen, Pencil, Trash2 } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import type { CalendarEvent } from '#contract/features/calendar/calendar.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { lazyComponent } from '#web/lib/loading/lazy-component.tsx';
import { copyWithToast } from '#web/lib/text/copy-text.ts';
import { Button } from '#web/ui/button.tsx';
import { ScopeDialog } from '../event-form/scope-dialog.tsx';
import { type EndingAction, useEndEvent } from './use-end-event.ts';

const accessDialog = lazyComponent(async () => (await import('./event-access-dialog.tsx')).EventAccessDialog);

interface EventMenuProps {
  space: Space;
  event: CalendarEvent;
  canEdit: boolean;
  onEdit: () => void;
  onDeleted: () => void;
}

/** Actions on an event, shown below it. */
export function EventMenu({ space, event, canEdit, onEdit, onDeleted }: EventMenuProps) {
  const [showsAccess, setShowsAccess] = useState(false);
  const [confirming, setConfirming] = useState<EndingAction | null>(null);
  const end = useEndEvent(event, () => {
    setConfirming(null);
    if (confirming === 'delete') onDeleted();
  });
  const copy = () => {
    const address = new URL(`/${space.subdomain}/space/calendar?event=${event.id}`, window.location.origin);
    return copyWithToast(address.href, {
      copied: t('Link copied'),
      failed: { title: t('Copy failed'), description: address.href },
    });
  };
  return (
    <div className="-mx-2 flex flex-wrap gap-1 border-t border-line pt-3">
      {event.status === 'scheduled' && (
        <Button
          size="sm"
          variant="quiet"
          render={
            <a href={`/calendar/events/${event.id}.ics`} download>
              <CalendarPlus size={16} aria-hidden="true" />
              {t('Add to calendar')}
            </a>
          }
        />
      )}
      <Button
        size="sm"
        variant="quiet"
        icon={<Link2 size={16} aria-hidden="true" />}
        onClick={() => void copy()}
      >
        {t('Copy link')}
      </Button>
      {canEdit && (
        <EditButtons
          onAccess={() => setShowsAccess(true)}
          isRuled={event.access !== null}
          isScheduled={event.status === 'scheduled'}
          onEdit={onEdit}
          onEnd={setConfirming}
        />
      )}
      {showsAccess && (
        <accessDialog.Component
          space={space}
          event={event}
          onClose={() => setShowsAccess(false)}
          onLoadFailure={() => setShowsAccess(false)}
        />
      )}
      {confirming && (
        <EndEventDialog
          action={confirming}
          isSeries={event.series_id !== null}
          isPending={end.isPending}
          onConfirm={(scope) => end.mutate({ action: confirming, scope })}
          onClose={() => setConfirming(null)}
        />
      )}
    </div>
  );
}

interface EditButtonsProps {
  /** False for a canceled event, which can only be deleted. */
  isScheduled: boolean;
  onEdit: () => void;
  /** Whether it has access rules. */
  isRuled: boolean;
  onEnd: (action: EndingAction) => void;
  onAccess: () => void;
}

function EditButtons({ isScheduled, isRuled, onEdit, onEnd, onAccess }: EditButtonsProps) {
  return (
    <>
      {isScheduled && (
        <>
          <Button size="sm" variant="quiet" icon={<Pencil size={16} aria-hidden="true" />} onClick={onEdit}>
            {t('Edit')}
          </Button>
          <Button
            size="sm"
            variant="quiet"
            icon={isRuled ? <Lock size={16} aria-hidden="true" /> : <LockOpen size={16} aria-hidden="true" />}
            onClick={onAccess}
          >
            {t('Who can open it')}
          </Button>
          <Button
            size="sm"
            variant="quiet"
            icon={<CalendarX size={16} aria-hidden="true" />}
            onClick={() => onEnd('cancel')}
          >
            {t('Cancel event')}
          </Button>
        </>
      )}
      <Button
        size="sm"
        variant="quiet"
        icon={<Trash2 size={16} aria-hidden="true" />}
        onClick={() => onEnd('delete')}
      >
        {t('Delete')}
      </Button>
    </>
  );
}

interface EndEventDialogProps
  extends Pick<ComponentProps<typeof ScopeDialog>, 'isSeries' | 'isPending' | 'onConfirm' | 'onClose'> {
  action: EndingAction;
}

/** Asks before an event is canceled or deleted; for a series, also which of its events. */
function EndEventDialog({ action, ...dialog }: EndEventDialogProps) {
  const isCancel = action === 'cancel';
  return (
    <ScopeDialog
      title={isCancel ? t('Cancel this event?') : t('Delete this event?')}
      text={
        isCancel
          ? t('It stays on the calendar, marked as canceled. Attendees will be notified.')
          : t("It's permanently removed from the calendar. Attendees will be notified.")
      }
      confirm={isCancel ? t('Cancel event') : t('Delete')}
      danger
      {...dialog}
    />
  );
}
