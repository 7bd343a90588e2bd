import { z } from 'zod';
import { defineEndpoint, emptyResponse, id } from '../../schema/endpoint.ts';
import { setupTasks } from '../../values/setup-tasks.ts';

const setupTask = z.enum(setupTasks);

/**
 * The state of a space's setup guide. Completed tasks are shared by all moderators; each of them dismisses the guide
 * individually.
 */
export const setupState = z.object({ completed: z.array(setupTask), dismissed: z.boolean() });
export type SetupState = z.output<typeof setupState>;

/** Published to the moderators, and to the other devices of the same person. */
export const setupLiveEvents = {
  'setup.completed': z.object({ space_id: id, task_type: setupTask }),
  'setup.dismissed': z.object({ space_id: id, dismissed: z.boolean() }),
};

const ofGuide = z.object({ space_id: id });

export const setupEndpoints = {
  complete_setup_task: defineEndpoint({
    method: 'PUT',
    path: '/api/spaces/:space_id/setup/tasks/:task_type',
    summary:
      'Mark a task of the setup guide as done, for the whole space. Members can mark the invite task only; saving a description or cover and publishing a post complete their tasks automatically.',
    access: 'space-member',
    params: ofGuide.extend({ task_type: setupTask }),
    output: emptyResponse,
    errors: ['not_allowed'],
    rateLimit: 'write',
  }),
  dismiss_setup_guide: defineEndpoint({
    method: 'PUT',
    path: '/api/spaces/:space_id/setup/dismissal',
    summary: 'Dismiss the setup guide for yourself.',
    access: 'space-editor',
    params: ofGuide,
    output: emptyResponse,
    rateLimit: 'write',
  }),
  restore_setup_guide: defineEndpoint({
    method: 'DELETE',
    path: '/api/spaces/:space_id/setup/dismissal',
    summary: 'Show the dismissed setup guide again. Completed tasks stay completed.',
    access: 'space-editor',
    params: ofGuide,
    output: emptyResponse,
    rateLimit: 'write',
  }),
};
