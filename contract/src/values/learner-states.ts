/** How far a member has got in a course. */
export const learnerStates = ['in_progress', 'finished', 'not_started'] as const;
export type LearnerState = (typeof learnerStates)[number];
