/** Who can start a conversation with someone. */
export const messagePolicies = ['everyone', 'shared_spaces', 'nobody'] as const;
export type MessagePolicy = (typeof messagePolicies)[number];
