import type { SetupState } from '#contract/features/spaces/setup.ts';
import { type SetupTask, setupTasks } from '#contract/values/setup-tasks.ts';
import type { EventOf } from '#web/lib/live/live-client.ts';

/** Whether there are open tasks and the guide wasn't dismissed. */
export const isGuideShown = (setup: SetupState | null | undefined): boolean =>
  Boolean(setup && !setup.dismissed && setup.completed.length < setupTasks.length);

export function withCompleted(setup: SetupState, task: SetupTask): SetupState {
  if (setup.completed.includes(task)) return setup;
  return { ...setup, completed: setupTasks.filter((one) => one === task || setup.completed.includes(one)) };
}

/** Applies a live event to the setup state of a space. */
export function applyToSetup(
  setup: SetupState,
  event: EventOf<'setup.completed'> | EventOf<'setup.dismissed'>,
): SetupState {
  return event.type === 'setup.completed'
    ? withCompleted(setup, event.payload.task_type)
    : { ...setup, dismissed: event.payload.dismissed };
}
