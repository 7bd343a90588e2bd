/** What a new space asks of those who run it, in order (document 3, section 4, "Setup guide"). */
export const setupTasks = ['invite', 'description', 'cover', 'post'] as const;
export type SetupTask = (typeof setupTasks)[number];
