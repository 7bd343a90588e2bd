import '#web/styles/lazy/checklist.css';
import { Check, ChevronRight, X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { Card } from './card.tsx';
import { IconButton } from './icon-button.tsx';

export interface ChecklistTask {
  id: string;
  title: string;
  note: string;
  isDone: boolean;
  /** Renders the row as the button or link (class `checklist-task`) that starts the task. */
  control: (row: ReactNode) => ReactNode;
}

export interface ChecklistProps {
  title: string;
  tasks: readonly ChecklistTask[];
  /** Tasks beside each other in a wide column. */
  columns: 2 | 3;
  /** Accessible name of the button that dismisses the list. */
  dismissLabel: string;
  onDismiss: () => void;
}

/** A card with a few tasks, each a button or link; the first open one is marked as the next. */
export function Checklist({ title, tasks, columns, dismissLabel, onDismiss }: ChecklistProps) {
  const titleId = useId();
  const done = tasks.filter(({ isDone }) => isDone).length;
  const next = tasks.find(({ isDone }) => !isDone);
  return (
    <Card render={<section aria-labelledby={titleId} />} flush className="mb-4 md:[--card-padding:1.25rem]">
      <div className="flex items-start gap-3 pt-3 pr-2 pl-(--card-padding)">
        <div className="mr-auto flex min-w-0 flex-wrap items-baseline gap-x-3 pt-1.5">
          <h2 id={titleId} className="text-lg wrap-anywhere">
            {title}
          </h2>
          <p className="text-sm text-soft tabular-nums" role="status">
            {t('{done, number} of {total, number} done', { done, total: tasks.length })}
          </p>
        </div>
        <IconButton label={dismissLabel} onClick={onDismiss}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      </div>
      <ul className="checklist" data-columns={columns}>
        {tasks.map((task) => {
          const row = <TaskRow {...task} isNext={task === next} />;
          return (
            <li key={task.id}>
              {task.isDone ? <div className="checklist-task">{row}</div> : task.control(row)}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

/** A row keeps its height when its task is done, so that nothing below moves. */
function TaskRow({ title, note, isDone, isNext }: ChecklistTask & { isNext: boolean }) {
  return (
    <>
      <span
        className="checklist-mark"
        data-done={isDone ? '' : undefined}
        data-next={isNext ? '' : undefined}
      >
        {isDone && <Check size={14} strokeWidth={3} aria-hidden="true" />}
      </span>
      <span className="min-w-0 flex-1">
        <span className={isDone ? 'block text-soft' : 'block font-medium'}>
          {title}
          {isDone && <span className="sr-only"> {t('(done)')}</span>}
        </span>
        <span className={isDone ? 'block text-sm text-faint' : 'block text-sm text-soft'}>{note}</span>
      </span>
      {!isDone && <ChevronRight size={18} className="checklist-arrow" aria-hidden="true" />}
    </>
  );
}
