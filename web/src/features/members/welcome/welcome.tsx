import '#web/styles/lazy/checklist.css';
import { Link } from '@tanstack/react-router';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { useViewer } from '#web/features/auth/index.ts';
import { preloadPhotoDialog, usePhotoDialog } from '#web/features/profiles/index.ts';
import { openComposer } from '#web/lib/open-composer.ts';
import { Checklist, type ChecklistTask } from '#web/ui/checklist.tsx';
import { useDismissWelcome } from './use-welcome.ts';

/** Looking at the calendar, or at the about page of a space without one. */
function lookAround({ subdomain, feature_calendar_enabled, welcome }: Space): ChecklistTask {
  const isDone = welcome?.has_looked_around === true;
  const link = { className: 'checklist-task', params: { subdomain }, replace: true } as const;
  return feature_calendar_enabled
    ? {
        id: 'look-around',
        title: t('Check the calendar'),
        note: t("See what's coming up."),
        isDone,
        control: (row) => (
          <Link to="/$subdomain/space/calendar" {...link}>
            {row}
          </Link>
        ),
      }
    : {
        id: 'look-around',
        title: t('Look around'),
        note: t("Read what it's about."),
        isDone,
        control: (row) => (
          <Link to="/$subdomain/about" {...link}>
            {row}
          </Link>
        ),
      };
}

/** Welcomes a new member with the first three things to do. */
export function Welcome({ space }: { space: Space }) {
  const viewer = useViewer();
  const photoDialog = usePhotoDialog();
  const dismiss = useDismissWelcome(space.id);
  return (
    <>
      <Checklist
        title={t('Welcome to {space}', { space: space.name })}
        columns={3}
        tasks={[
          {
            id: 'post',
            title: t('Say hello'),
            note: t('Introduce yourself in a post.'),
            isDone: space.welcome?.has_posted === true,
            control: (row) => (
              <button type="button" className="checklist-task" onClick={() => openComposer(space.id)}>
                {row}
              </button>
            ),
          },
          {
            id: 'photo',
            title: t('Add a photo'),
            note: t('Help people recognize you.'),
            isDone: Boolean(viewer?.avatar_url),
            control: (row) => (
              <button
                type="button"
                className="checklist-task"
                onClick={photoDialog.open}
                onPointerEnter={preloadPhotoDialog}
                onFocus={preloadPhotoDialog}
              >
                {row}
              </button>
            ),
          },
          lookAround(space),
        ]}
        dismissLabel={t('Dismiss welcome')}
        onDismiss={() => dismiss.mutate()}
      />
      {photoDialog.element}
    </>
  );
}
