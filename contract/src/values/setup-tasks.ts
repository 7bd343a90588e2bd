/** The tasks of the setup guide of a new space, in order. */
export const setupTasks = ['invite', 'description', 'cover', 'post'] as const;
export type SetupTask = (typeof setupTasks)[number];
