import { awardBadges } from '#server/features/badges/index.ts';
import { notifications } from '#server/features/notifications/index.ts';
import { expirePoints } from '#server/features/points/index.ts';
import { nowMs } from '#server/platform/clock.ts';
import type { Platform } from '#server/platform/platform.ts';
import { addPeople, type DemoMembers } from './add-people.ts';
import { type Community, readThreads } from './content/community.ts';
import { fillCourses } from './courses/fill-courses.ts';
import { createDemoSpace, limitCategories } from './create-demo-space.ts';
import { fillCalendar } from './fill-calendar.ts';
import { fillChat } from './fill-chat.ts';
import { fillSpace } from './fill-space.ts';
import { fillSpecials } from './fill-specials.ts';
import { followPeople } from './follow-people.ts';
import { moderateSpace } from './moderation/moderate-space.ts';
import { forEachOf } from './pool.ts';
import { setLocations } from './set-locations.ts';
import { type PlannedCommunity, spreadThreads } from './timeline.ts';

/** Creates a community, and does there what its members have done. */
async function fillCommunity(
  platform: Platform,
  community: PlannedCommunity,
  people: DemoMembers,
  now: number,
): Promise<void> {
  const space = await createDemoSpace(platform, community, people);
  await fillSpace(platform, community, space, people, now);
  await fillSpecials(platform, community.subdomain, space, people, now);
  await fillCalendar({ platform, community, space, people, now });
  await limitCategories(platform, community, space, people, now);
  await fillCourses(platform, community.subdomain, space, people, now);
  await setLocations(platform, community, space, people);
  await moderateSpace(platform, community, space, people, now);
  await fillChat(platform, community.subdomain, people, now);
}

/**
 * Builds the whole demo with the actions that people use, at the times when they would have used them: the communities at the
 * same time, because one alone mostly waits for the database.
 */
export async function buildDemo(
  platform: Platform,
  progress: (step: string) => void,
  communities: readonly Community[],
): Promise<void> {
  const now = nowMs();
  const planned: PlannedCommunity[] = communities.map((community) => ({
    ...community,
    timed: spreadThreads(
      community.subdomain,
      community.threads.flatMap((text) => readThreads(text)),
      now,
    ),
  }));
  progress('Filling the demo: people');
  const people = await addPeople(platform, planned, now);
  progress('Filling the demo: communities');
  await forEachOf(planned, planned.length, (community) => fillCommunity(platform, community, people, now));
  // One after another: some people are in two communities, and follow someone once.
  for (const community of planned) await followPeople(platform, community, people, now);
  // The jobs that would have run in the meantime.
  progress('Filling the demo: points, badges and notifications');
  await expirePoints(platform.db);
  await awardBadges(platform.db);
  for (const job of notifications.jobs?.(platform) ?? [])
    if (job.name === 'clean-notifications') await job.run({} as never);
}
