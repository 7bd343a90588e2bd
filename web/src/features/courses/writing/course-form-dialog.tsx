import type { Course } from '#contract/features/courses/courses.ts';
import { formatPercent } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';
import { maxCourseDescription, maxCourseTitle, videoDonePercents } from '#contract/values/limits.ts';
import { CoverField, SendFailure } from '#web/features/composer/index.ts';
import { EncodingNote } from '#web/features/videos/index.ts';
import { DraftButtons } from '#web/lib/drafted-form/draft-buttons.tsx';
import { Switch } from '#web/ui/fields/choice.tsx';
import { FormLock } from '#web/ui/fields/form-lock.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useFocusFirstError } from '#web/ui/fields/use-focus-first-error.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { useCourseForm } from './use-course-form.ts';

interface CourseFormDialogProps {
  spaceId: string;
  viewerId: string;
  /** The course to edit; null creates one. */
  course: Course | null;
  onSaved?: (course: Course) => void;
  onClose: () => void;
}

/** Creates or edits a course. What is typed is kept in this browser until it is saved or discarded. */
export function CourseFormDialog({ spaceId, viewerId, course, onSaved, onClose }: CourseFormDialogProps) {
  const form = useCourseForm({
    spaceId,
    viewerId,
    course,
    onSaved: (saved) => {
      onClose();
      onSaved?.(saved);
    },
    onDiscarded: onClose,
  });
  const { isClean } = form;
  const { box, focusFirstError } = useFocusFirstError<HTMLFormElement>(form.problems);
  const submit = () => {
    focusFirstError();
    form.submit();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      closeOnOutside={isClean}
      title={course ? t('Edit course') : t('New course')}
      footer={
        <DraftButtons
          form={form}
          submitLabel={course ? t('Save') : t('Create course')}
          needsChanges={course !== null}
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
          <CourseFields spaceId={spaceId} form={form} />
        </FormLock>
        <SendFailure failure={form.failure} />
        {/* Enter in a field submits; the visible button is in the footer. */}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </Dialog>
  );
}

const { min, max } = videoDonePercents;
const donePercents = Array.from({ length: (max - min) / 5 + 1 }, (_, index) => min + 5 * index);

function CourseFields({ spaceId, form }: { spaceId: string; form: ReturnType<typeof useCourseForm> }) {
  const { draft, problems, change } = form;
  return (
    <>
      <TextField
        label={t('Title')}
        required
        autoComplete="off"
        maxLength={maxCourseTitle}
        value={draft.title}
        error={problems.title}
        onChange={({ target }) => change({ title: target.value })}
      />
      <TextArea
        label={t('Description')}
        maxLength={maxCourseDescription}
        value={draft.description}
        onChange={({ target }) => change({ description: target.value })}
      />
      <CoverField
        spaceId={spaceId}
        purpose="course_cover"
        cover={draft.cover}
        onChange={(cover) => change({ cover })}
      />
      <div className="grid gap-1">
        <Select
          label={t('Videos count as watched')}
          hint={t(
            'A page is done once a member has watched this much of its uploaded videos. Members can also mark it as done.',
          )}
          options={donePercents.map((percent) => ({
            value: String(percent),
            label: formatPercent(percent / 100),
          }))}
          value={String(draft.video_done_percent)}
          onChange={(value) => change({ video_done_percent: Number(value) })}
        />
        <EncodingNote spaceId={spaceId} />
      </div>
      <Switch
        label={t('Comments')}
        hint={t('Members can talk below the pages. While this is off, earlier comments are hidden.')}
        checked={draft.comments_enabled}
        onChange={({ target }) => change({ comments_enabled: target.checked })}
      />
      <Switch
        label={t('Published')}
        hint={t('Members only see published courses.')}
        checked={draft.is_published}
        onChange={({ target }) => change({ is_published: target.checked })}
      />
    </>
  );
}
