import type { SetupState } from '#contract/setup.ts';
import { type SetupTask, setupTasks } from '#contract/setup-tasks.ts';
import type { EventOf } from '#web/lib/live-client.ts';

/** There is something left to do, and it was not put away. */
export const isGuideShown = (setup: SetupState | null | undefined): boolean =>
  Boolean(setup && !setup.dismissed && setup.completed.length < setupTasks.length);

export function withCompleted(setup: SetupState, task: SetupTask): SetupState {
  if (setup.completed.includes(task)) return setup;
  return { ...setup, completed: setupTasks.filter((one) => one === task || setup.completed.includes(one)) };
}

/** Where a space stands with its guide after an event. */
export function applyToSetup(
  setup: SetupState,
  event: EventOf<'setup.completed'> | EventOf<'setup.dismissed'>,
): SetupState {
  return event.type === 'setup.completed'
    ? withCompleted(setup, event.payload.task_type)
    : { ...setup, dismissed: event.payload.dismissed };
}
