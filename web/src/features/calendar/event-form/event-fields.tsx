import '#web/styles/lazy/fields.css';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { maxEventDescription, maxEventTitle } from '#contract/values/limits.ts';
import { formRules, targetsIn } from '#web/features/access/index.ts';
import { CoverField } from '#web/features/composer/index.ts';
import { LazyEditor } from '#web/lib/loading/lazy-editor.tsx';
import { RadioGroup } from '#web/ui/fields/choice.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Skeleton } from '#web/ui/progress.tsx';
import { isDay } from '../views/calendar-days.ts';
import type { EventDraft, Problems } from './event-draft.ts';
import { HostField } from './host-field.tsx';
import { RepeatFields } from './repeat-fields.tsx';
import { TimeFields } from './time-fields.tsx';
import type { useEventForm } from './use-event-form.ts';

interface FieldsProps {
  draft: EventDraft;
  problems: Problems;
  onChange: (changes: Partial<EventDraft>) => void;
}

/** The fields of an event. */
export function EventFields({ space, form }: { space: Space; form: ReturnType<typeof useEventForm> }) {
  const spaceId = space.id;
  const { draft, initial, problems, event, change: onChange } = form;
  const fields = { draft, problems, onChange };
  const inSeries = event?.series_id != null;
  return (
    <>
      <TextField
        label={t('Title')}
        required
        autoComplete="off"
        maxLength={maxEventTitle}
        value={draft.title}
        error={problems.title}
        onChange={({ target }) => onChange({ title: target.value })}
      />
      <TimeFields {...fields} inSeries={inSeries} />
      <RepeatFields
        rule={draft.repeat}
        day={isDay(draft.starts_day) ? draft.starts_day : initial.starts_day}
        error={problems.repeat}
        mustRepeat={inSeries}
        onChange={(repeat) => onChange({ repeat })}
      />
      <LocationFields {...fields} />
      <DescriptionField {...fields} />
      <HostField
        spaceId={spaceId}
        hosts={draft.hosts}
        error={problems.hosts}
        onChange={(hosts) => onChange({ hosts })}
      />
      <TextField
        label={t('Capacity')}
        hint={t('Leave blank for no limit. When the event is full, new RSVPs join the waitlist.')}
        inputMode="numeric"
        maxLength={5}
        value={draft.capacity}
        error={problems.capacity}
        onChange={({ target }) => onChange({ capacity: target.value })}
      />
      <CoverField
        spaceId={spaceId}
        purpose="event_cover"
        cover={draft.cover}
        error={problems.cover}
        onChange={(cover) => onChange({ cover })}
      />
      <AccessSection space={space} isNew={event === null} {...fields} />
    </>
  );
}

function LocationFields({ draft, problems, onChange }: FieldsProps) {
  return (
    <>
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
        onChange={(value) => onChange({ location_type: value as EventDraft['location_type'] })}
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
          onChange={({ target }) => onChange({ url: target.value })}
        />
      )}
      {draft.location_type === 'in_person' && (
        <TextArea
          label={t('Address')}
          rows={2}
          maxLength={300}
          value={draft.address}
          error={problems.address}
          onChange={({ target }) => onChange({ address: target.value })}
        />
      )}
    </>
  );
}

function DescriptionField({ draft, problems, onChange }: FieldsProps) {
  return (
    <div data-invalid={problems.description !== undefined ? '' : undefined}>
      <p className="field-label mb-1.5">{t('Description')}</p>
      <LazyEditor
        fallback={<Skeleton shape="block" height="9rem" />}
        aria-label={t('Description')}
        value={draft.description}
        onChange={(description) => onChange({ description })}
        maxLength={maxEventDescription}
        toolbar="short"
      />
      <div role="alert">
        {problems.description && <p className="mt-1.5 text-sm text-danger-text">{problems.description}</p>}
      </div>
    </div>
  );
}

interface AccessSectionProps extends FieldsProps {
  space: Space;
  isNew: boolean;
}

/** Who can open the event. A new one is created with these rules, so that nobody else sees it before. */
function AccessSection({ space, isNew, draft, problems, onChange }: AccessSectionProps) {
  return (
    <section aria-label={t('Who can open it')} className="grid gap-3">
      <h3 className="field-label">{t('Who can open it')}</h3>
      <formRules.Fields
        closedText={
          draft.repeat === null
            ? t("Others see the title, when it is, and a lock that says what is missing. They can't RSVP.")
            : t(
                "The rules count for the whole series. Others see the title, when it is, and a lock that says what is missing. They can't RSVP.",
              )
        }
        targets={targetsIn(space)}
        draft={draft.access}
        giving={isNew ? 'later' : 'menu'}
        showsProblems={problems.access !== undefined}
        onChange={(changes) => onChange({ access: { ...draft.access, ...changes } })}
      />
      <div role="alert">
        {problems.access && <p className="text-sm text-danger-text">{problems.access}</p>}
      </div>
    </section>
  );
}
