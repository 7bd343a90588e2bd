import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import type { Space } from '#contract/spaces.ts';
import { maxEventDescription, maxEventTitle } from '#contract/values/limits.ts';
import { useDraft } from '#web/lib/cache/drafts.ts';
import { LazyEditor } from '#web/lib/loading/lazy-editor.tsx';
import { Button } from '#web/ui/button.tsx';
import { RadioGroup } from '#web/ui/fields/choice.tsx';
import { FormLock } from '#web/ui/fields/form-lock.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useFocusFirstError } from '#web/ui/fields/use-focus-first-error.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Skeleton } from '#web/ui/progress.tsx';
import { eventLinkQuery } from '../calendar.api.ts';
import type { Planning } from '../calendar-context.ts';
import { isDay } from '../views/calendar-days.ts';
import { CoverField } from './cover-field.tsx';
import {
  type EventDraft,
  emptyDraft,
  findProblems,
  type Problems,
  toChanges,
  toDraft,
} from './event-draft.ts';
import { HostField } from './host-field.tsx';
import { RepeatFields } from './repeat-fields.tsx';
import { ScopeDialog } from './scope-dialog.tsx';
import { TimeFields } from './time-fields.tsx';
import { useSaveEvent } from './use-save-event.ts';

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
  const event = 'event' in planning ? planning.event : null;
  // The link isn't part of the event; a separate request returns it to people who may see it.
  const isLink = event?.location_type === 'link';
  const link = useQuery({ ...eventLinkQuery(event?.id ?? ''), enabled: isLink, retry: false });
  const url = link.data?.url;
  const [initialDraft] = useState(() =>
    'event' in planning ? toDraft(planning.event) : emptyDraft(planning.day),
  );
  const before: EventDraft = isLink ? { ...initialDraft, url: url ?? '' } : initialDraft;
  const stored = useDraft<EventDraft | null>(
    viewerId,
    event ? `event:${event.id}` : `new-event:${space.id}`,
    null,
  );
  const [typed, setTyped] = useState<EventDraft | null>(null);
  const [problems, setProblems] = useState<Problems>({});
  const [confirming, setConfirming] = useState(false);
  const { initial } = stored;
  // Don't overwrite what was typed before the link arrived.
  useEffect(() => {
    if (url === undefined) return;
    setTyped((now) => {
      const current = now ?? initial;
      return current?.location_type === 'link' && current.url === '' ? { ...current, url } : now;
    });
  }, [url, initial]);
  const draft = typed ?? initial ?? before;
  const changes = event ? toChanges(before, draft) : null;
  const isClean = changes
    ? Object.keys(changes).length === 0
    : JSON.stringify(draft) === JSON.stringify(before);

  // An image can finish uploading long after it was chosen; keep what was typed since.
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  });
  const change = (next: EventDraft) => {
    latest.current = next;
    setTyped(next);
    stored.save(next);
    if (Object.keys(problems).length > 0) setProblems(findProblems(next));
  };
  const discard = () => {
    stored.clear();
    setTyped(null);
    onClose();
  };
  const finish = (eventId: string) => {
    discard();
    if (event && eventId !== event.id) onReplaced?.(eventId);
  };
  const save = useSaveEvent({ space, event, onSaved: finish, onProblems: setProblems });
  const { box, focusFirstError } = useFocusFirstError<HTMLFormElement>(problems);
  const submit = () => {
    if (save.isPending) return;
    const found = findProblems(draft);
    focusFirstError();
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    if (event?.series_id) setConfirming(true);
    else save.mutate({ draft, changes, scope: 'this' });
  };
  const set =
    <K extends keyof EventDraft>(key: K) =>
    (value: EventDraft[K]) =>
      change({ ...latest.current, [key]: value });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      closeOnOutside={isClean}
      title={event ? t('Edit event') : t('New event')}
      footer={
        <>
          {!isClean && (
            <Button variant="quiet" className="mr-auto" disabled={save.isPending} onClick={discard}>
              {t('Discard')}
            </Button>
          )}
          <Button onClick={onClose}>{isClean ? t('Cancel') : t('Finish later')}</Button>
          <Button
            variant="primary"
            loading={save.isPending}
            disabled={event !== null && isClean}
            onClick={submit}
          >
            {event ? t('Save') : t('Create event')}
          </Button>
        </>
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
        <FormLock locked={save.isPending}>
          <TextField
            label={t('Title')}
            required
            autoComplete="off"
            maxLength={maxEventTitle}
            value={draft.title}
            error={problems.title}
            onChange={({ target }) => set('title')(target.value)}
          />
          <TimeFields
            draft={draft}
            problems={problems}
            inSeries={event?.series_id != null}
            onChange={change}
          />
          <RepeatFields
            rule={draft.repeat}
            day={isDay(draft.starts_day) ? draft.starts_day : initialDraft.starts_day}
            error={problems.repeat}
            mustRepeat={event?.series_id != null}
            onChange={set('repeat')}
          />
          <RadioGroup
            label={t('Location')}
            options={[
              { value: 'none', label: t('No location') },
              {
                value: 'link',
                label: t('Online'),
                hint: t('Members get the link 15 minutes before the start.'),
              },
              { value: 'in_person', label: t('In person') },
            ]}
            value={draft.location_type}
            onChange={(value) => set('location_type')(value as EventDraft['location_type'])}
          />
          {draft.location_type === 'link' && (
            <TextField
              label={t('Link')}
              type="url"
              inputMode="url"
              placeholder="https://"
              maxLength={2000}
              value={draft.url}
              error={problems.url}
              onChange={({ target }) => set('url')(target.value)}
            />
          )}
          {draft.location_type === 'in_person' && (
            <TextArea
              label={t('Address')}
              rows={2}
              maxLength={300}
              value={draft.address}
              error={problems.address}
              onChange={({ target }) => set('address')(target.value)}
            />
          )}
          <div>
            <p className="field-label mb-1.5">{t('Description')}</p>
            <LazyEditor
              fallback={<Skeleton shape="block" height="9rem" />}
              aria-label={t('Description')}
              value={draft.description}
              onChange={set('description')}
              maxLength={maxEventDescription}
              invalid={problems.description !== undefined}
              toolbar="short"
            />
            <div role="alert">
              {problems.description && (
                <p className="mt-1.5 text-sm text-danger-text">{problems.description}</p>
              )}
            </div>
          </div>
          <HostField spaceId={space.id} hosts={draft.hosts} error={problems.hosts} onChange={set('hosts')} />
          <TextField
            label={t('Capacity')}
            hint={t('Leave blank for no limit. When the event is full, new RSVPs join the waitlist.')}
            inputMode="numeric"
            maxLength={5}
            value={draft.capacity}
            error={problems.capacity}
            onChange={({ target }) => set('capacity')(target.value)}
          />
          <CoverField spaceId={space.id} cover={draft.cover} error={problems.cover} onChange={set('cover')} />
        </FormLock>
        {/* Enter in a field submits; the visible button is in the footer. */}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
      {confirming && event && (
        <ScopeDialog
          title={t('Save changes')}
          isSeries
          withoutThis={changes?.repeat !== undefined}
          confirm={t('Save')}
          isPending={save.isPending}
          onConfirm={(scope) =>
            save.mutate({ draft, changes, scope }, { onSettled: () => setConfirming(false) })
          }
          onClose={() => setConfirming(false)}
        />
      )}
    </Dialog>
  );
}
