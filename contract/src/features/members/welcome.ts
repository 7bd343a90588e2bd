import { z } from 'zod';
import { defineEndpoint, emptyResponse, id } from '../../schema/endpoint.ts';

/** For how many days after joining a member is welcomed. */
export const welcomeDays = 14;

/**
 * What a new member has done of what the welcome suggests. Whether they have a photo is part of their account. Nothing
 * that is done becomes undone.
 */
export const welcomeState = z.object({
  /** They published a post, even if it was deleted since. */
  has_posted: z.boolean(),
  /** They opened the calendar, or the about page of a space without one. */
  has_looked_around: z.boolean(),
});
export type WelcomeState = z.output<typeof welcomeState>;

/** Published to the other devices of the same person. What was true once stays true. */
export const welcomeLiveEvents = {
  'welcome.changed': z.object({ space_id: id, has_looked_around: z.boolean(), is_dismissed: z.boolean() }),
};

const ofWelcome = z.object({ space_id: id });

export const welcomeEndpoints = {
  mark_looked_around: defineEndpoint({
    method: 'PUT',
    path: '/api/spaces/:space_id/welcome/look-around',
    summary: 'Note that you, as a new member, have opened the calendar or the about page.',
    access: 'space-member',
    params: ofWelcome,
    output: emptyResponse,
    rateLimit: 'write',
  }),
  dismiss_welcome: defineEndpoint({
    method: 'PUT',
    path: '/api/spaces/:space_id/welcome/dismissal',
    summary: 'Dismiss the welcome for new members. It comes back only with a new membership.',
    access: 'space-member',
    params: ofWelcome,
    output: emptyResponse,
    rateLimit: 'write',
  }),
};
