import '#web/styles/lazy/checklist.css';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { SetupState } from '#contract/features/spaces/setup.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { type Message, msg, t } from '#contract/i18n/translate.ts';
import type { SetupTask } from '#contract/values/setup-tasks.ts';
import { openComposer } from '#web/lib/open-composer.ts';
import { Checklist } from '#web/ui/checklist.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { preloadInviteDialog, useInviteDialog } from '../use-invite-dialog.tsx';
import { useDismissGuide } from './use-setup.ts';

/** The first post comes first: it gives the people who are invited something to read. */
const taskOrder = ['post', 'invite', 'cover', 'description'] as const satisfies readonly SetupTask[];

const labels: Record<SetupTask, { title: Message; note: Message }> = {
  invite: { title: msg('Invite people'), note: msg('Share your invite link.') },
  description: { title: msg('Write a description'), note: msg('Say what your space is about.') },
  cover: { title: msg('Add a cover image'), note: msg('Make a good first impression.') },
  post: { title: msg('Write your first post'), note: msg('Welcome your first members.') },
};

/** After the first post is the moment to invite: there is something to read. */
const toNote = (task: SetupTask, { completed }: SetupState): Message =>
  task === 'invite' && completed.includes('post')
    ? msg('Your first post is up. Share the link.')
    : labels[task].note;

/** The remaining setup tasks of a new space, for moderators: each links to where it is done. */
export function SetupGuide({ space }: { space: Space }) {
  const inviteDialog = useInviteDialog(space);
  const dismiss = useDismissGuide(space.id);
  const setup = space.setup ?? { completed: [], dismissed: false };
  const about = (edit: 'description' | 'cover', children: ReactNode) => (
    <Link
      to="/$subdomain/about"
      params={{ subdomain: space.subdomain }}
      search={{ edit }}
      replace
      className="checklist-task"
    >
      {children}
    </Link>
  );
  const press = (onClick: () => void, children: ReactNode, prepare?: () => void) => (
    <button
      type="button"
      className="checklist-task"
      onClick={onClick}
      onPointerEnter={prepare}
      onFocus={prepare}
    >
      {children}
    </button>
  );
  const controls: Record<SetupTask, (children: ReactNode) => ReactNode> = {
    invite: (children) => press(inviteDialog.open, children, preloadInviteDialog),
    description: (children) => about('description', children),
    cover: (children) => about('cover', children),
    post: (children) => press(() => openComposer(space.id), children),
  };
  const dismissGuide = () => {
    dismiss.mutate(true);
    toast({ title: t('Setup guide dismissed'), description: t('You can reopen it under More options.') });
  };
  return (
    <>
      <Checklist
        title={t('Setup guide')}
        columns={2}
        tasks={taskOrder.map((task) => ({
          id: task,
          title: t(labels[task].title),
          note: t(toNote(task, setup)),
          isDone: setup.completed.includes(task),
          control: controls[task],
        }))}
        dismissLabel={t('Dismiss setup guide')}
        onDismiss={dismissGuide}
      />
      {inviteDialog.element}
    </>
  );
}
