/** How long a space, a post or a conversation can be muted. */
export const muteDurations = ['1_hour', '1_day', '1_week', 'always'] as const;
export type MuteDuration = (typeof muteDurations)[number];

/** The end of what is muted for good. Every mute has an end, so that one comparison tells whether it has passed. */
export const mutedForGood = '9999-12-31T00:00:00.000Z';
