import { followUser } from '#server/features/profiles/index.ts';
import { withFrozenTime } from '#server/platform/clock.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type DemoMembers, requireMember } from './add-people.ts';
import type { Community } from './content/community.ts';
import { createDice } from './dice.ts';

/** The chance that someone follows another member, and that they follow the owner. */
const chances = { member: 0.08, owner: 0.4 };

/** Lets the members of a community follow some of the others, at some time since both have signed up. */
export async function followPeople(
  platform: Platform,
  community: Community,
  people: DemoMembers,
  now: number,
): Promise<void> {
  const dice = createDice(`${community.subdomain} follows`);
  const keys = [...new Set([community.owner, ...community.admins, ...community.members])];
  for (const key of keys) {
    for (const other of keys) {
      const chance = other === community.owner ? chances.owner : chances.member;
      if (key === other || !dice.chance(chance)) continue;
      const [follower, followed] = [requireMember(people, key), requireMember(people, other)];
      const since = Math.max(follower.signed_up, followed.signed_up);
      const at = Math.round(since + dice.next() * (now - since));
      await withFrozenTime(at, () => followUser(platform, follower.viewer, followed.viewer.user_id));
    }
  }
}
