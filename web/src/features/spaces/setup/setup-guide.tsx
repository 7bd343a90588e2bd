import { Link } from '@tanstack/react-router';
import { Check, ChevronRight, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { type Message, msg, t } from '#contract/i18n/translate.ts';
import { type SetupTask, setupTasks } from '#contract/values/setup-tasks.ts';
import { openComposer } from '#web/lib/open-composer.ts';
import { Card } from '#web/ui/card.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { preloadInviteDialog, useInviteDialog } from '../use-invite-dialog.tsx';
import { useDismissGuide } from './use-setup.ts';

const labels: Record<SetupTask, { title: Message; note: Message }> = {
  invite: { title: msg('Invite people'), note: msg('Share your invite link.') },
  description: { title: msg('Write a description'), note: msg('Say what your space is about.') },
  cover: { title: msg('Add a cover image'), note: msg('Make a good first impression.') },
  post: { title: msg('Write your first post'), note: msg('Welcome your first members.') },
};

/** The remaining setup tasks of a new space, for moderators: each links to where it is done. */
export function SetupGuide({ space }: { space: Space }) {
  const inviteDialog = useInviteDialog(space);
  const dismiss = useDismissGuide(space.id);
  const completed = space.setup?.completed ?? [];
  const about = (edit: 'description' | 'cover', children: ReactNode) => (
    <Link
      to="/$subdomain/about"
      params={{ subdomain: space.subdomain }}
      search={{ edit }}
      replace
      className="setup-task"
    >
      {children}
    </Link>
  );
  const press = (onClick: () => void, children: ReactNode, prepare?: () => void) => (
    <button type="button" className="setup-task" onClick={onClick} onPointerEnter={prepare} onFocus={prepare}>
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
    <Card render={<section aria-labelledby="setup-guide" />} flush className="mb-3">
      <div className="flex items-center gap-3 pt-3 pr-2 pl-(--card-padding)">
        <h2 id="setup-guide" className="text-lg">
          {t('Setup guide')}
        </h2>
        <p className="mr-auto text-sm text-soft tabular-nums" role="status">
          {t('{done, number} of {total, number} done', { done: completed.length, total: setupTasks.length })}
        </p>
        <IconButton label={t('Dismiss setup guide')} onClick={dismissGuide}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      </div>
      <ul className="px-[calc(var(--card-padding)-0.5rem)] py-2">
        {setupTasks.map((task) => {
          const isDone = completed.includes(task);
          const row = <TaskRow {...labels[task]} isDone={isDone} />;
          return <li key={task}>{isDone ? <div className="setup-task">{row}</div> : controls[task](row)}</li>;
        })}
      </ul>
      {inviteDialog.element}
    </Card>
  );
}

/** A row keeps its height when its task is done, so that nothing below moves. */
function TaskRow({ title, note, isDone }: { title: Message; note: Message; isDone: boolean }) {
  return (
    <>
      <span className="setup-mark" data-done={isDone ? '' : undefined}>
        {isDone && <Check size={14} strokeWidth={3} aria-hidden="true" />}
      </span>
      <span className="min-w-0 flex-1">
        <span className={isDone ? 'block text-soft' : 'block font-medium'}>
          {t(title)}
          {isDone && <span className="sr-only"> {t('(done)')}</span>}
        </span>
        <span className={isDone ? 'block text-sm text-faint' : 'block text-sm text-soft'}>{t(note)}</span>
      </span>
      {!isDone && <ChevronRight size={18} className="flex-none text-faint" aria-hidden="true" />}
    </>
  );
}
