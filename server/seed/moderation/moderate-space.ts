import { removeContent, resolveCase } from '#server/features/moderation/index.ts';
import { setCommentsClosed } from '#server/features/posts/index.ts';
import type { Viewer } from '#server/platform/access.ts';
import { withFrozenTime } from '#server/platform/clock.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type DemoMembers, requireMember } from '../add-people.ts';
import type { DemoSpace } from '../create-demo-space.ts';
import { createDice } from '../dice.ts';
import type { PlannedCommunity } from '../timeline.ts';
import { withoutEmails } from '../without-emails.ts';
import { listDemoComments, listOpenCaseIds, listQuietPosts } from './moderation.queries.ts';
import { createModerationSteps } from './moderation-steps.ts';

const hour = 60 * 60_000;
const day = 24 * hour;

/** Comments that other members report. */
const unwelcome = {
  advert:
    '<p>Big clearance this weekend only!!! Everything must go, up to 70% off, message me for the secret link.</p>',
  sharp: '<p>If you had read the first page of any manual you would not need to ask this here.</p>',
};

/** Simulates everyday moderation: edits, a deleted comment, reports, and the decisions of moderators. */
export async function moderateSpace(
  platform: Platform,
  community: PlannedCommunity,
  space: DemoSpace,
  people: DemoMembers,
  now: number,
): Promise<void> {
  const { db } = platform;
  const { space_id } = space;
  const dice = createDice(`${community.subdomain} moderation`);
  const staff = requireMember(people, community.admins[0] ?? community.owner).viewer;
  const ordinary = community.members
    .filter((key) => key !== community.owner && !community.admins.includes(key) && space.joined.has(key))
    .sort()
    .map((key) => requireMember(people, key).viewer);
  const take = (): Viewer => {
    const [taken] = ordinary.splice(Math.floor(dice.next() * ordinary.length), 1);
    if (!taken) throw new Error(`${community.subdomain} has too few members for its reports`);
    return taken;
  };
  const [seller, grumbler, first, second] = [take(), take(), take(), take()];
  const viewers = new Map([...people.values()].map(({ viewer }) => [viewer.user_id, viewer]));
  const { addSentence, contextOf, remove, report, write } = createModerationSteps(platform, space);

  const settled = (await listDemoComments(db, space_id)).filter(
    ({ created_at }) => Date.parse(created_at) < now - 3 * day,
  );
  const edited = settled.filter((_, index) => index % 19 === 7).slice(0, 4);
  for (const comment of edited) {
    const writer = viewers.get(comment.user_id);
    if (writer) await addSentence(writer, comment);
  }
  const regretted = settled.find(({ has_replies }, index) => has_replies && index > settled.length / 2);
  const author = regretted && viewers.get(regretted.user_id);
  if (regretted && author) await remove(author, regretted.id, Date.parse(regretted.created_at) + 2 * day);

  const quiet = await listQuietPosts(db, space_id, new Date(now - 20 * hour).toISOString());
  const [advertised, discussed] = quiet;
  const oldest = quiet.at(-1);
  if (!advertised || !discussed || !oldest) return;
  const advert = await write(seller, advertised.id, unwelcome.advert, now - 9 * hour);
  await report(first, advert, 'spam', now - 8.5 * hour);
  await report(second, advert, 'spam', now - 8 * hour);
  const moderatorContext = await contextOf(staff);
  await withFrozenTime(now - 7 * hour, () =>
    removeContent(
      withoutEmails(platform),
      staff,
      moderatorContext,
      { kind: 'comment', id: advert },
      'No advertising, please. Tell us about what you make instead.',
    ),
  );
  const talk = settled.findLast(({ user_id }) => user_id !== first.user_id);
  if (talk) {
    await report(first, talk.id, 'other', now - 6 * hour, 'Is this the right category?');
    const [caseId = ''] = await listOpenCaseIds(db, space_id);
    await withFrozenTime(now - 5 * hour, () =>
      resolveCase(withoutEmails(platform), staff, moderatorContext, {
        case_id: caseId,
        outcome: 'dismissed',
      }),
    );
  }
  const sharp = await write(grumbler, discussed.id, unwelcome.sharp, now - 4 * hour);
  await report(second, sharp, 'rule', now - 3 * hour, 'We were all new once.');
  await report(first, sharp, 'harassment', now - 2 * hour);
  await withFrozenTime(now - hour, () => setCommentsClosed(db, staff, moderatorContext, oldest.id, true));
}
