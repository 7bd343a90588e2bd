import { z } from 'zod';
import { defineEndpoint, emptyResponse, id } from './endpoint.ts';
import { setupTasks } from './setup-tasks.ts';

const setupTask = z.enum(setupTasks);

/** Where a space stands with its guide. What is done is shared; who has put the guide away has done so for themselves. */
export const setupState = z.object({ completed: z.array(setupTask), dismissed: z.boolean() });
export type SetupState = z.output<typeof setupState>;

/** To those who run the space, and to one's own devices. */
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
      'Mark a task of the setup guide as done, for the whole space. Members may mark that they invited people; saving a description or cover and publishing a post mark theirs by themselves.',
    access: 'space-member',
    params: ofGuide.extend({ task_type: setupTask }),
    output: emptyResponse,
    errors: ['space_not_found', 'membership_required', 'not_allowed'],
    rateLimit: 'write',
  }),
  dismiss_setup_guide: defineEndpoint({
    method: 'PUT',
    path: '/api/spaces/:space_id/setup/dismissal',
    summary: 'Put the setup guide away, for oneself.',
    access: 'space-editor',
    params: ofGuide,
    output: emptyResponse,
    errors: ['space_not_found', 'membership_required', 'not_allowed'],
    rateLimit: 'write',
  }),
  restore_setup_guide: defineEndpoint({
    method: 'DELETE',
    path: '/api/spaces/:space_id/setup/dismissal',
    summary: 'Show the setup guide again that one has put away. What is done stays done.',
    access: 'space-editor',
    params: ofGuide,
    output: emptyResponse,
    errors: ['space_not_found', 'membership_required', 'not_allowed'],
    rateLimit: 'write',
  }),
};
