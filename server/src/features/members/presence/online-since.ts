import { nowMs } from '#server/platform/clock.ts';

/** How long after their last activity members count as online, in milliseconds. */
const onlineFor = 5 * 60_000;

/** Returns the time since which a member has to have been active to be online. */
export const onlineSince = (): string => new Date(nowMs() - onlineFor).toISOString();
