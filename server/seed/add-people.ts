import { addAccount, hashPassword } from '#server/features/auth/index.ts';
import { setAvatar } from '#server/features/profiles/index.ts';
import type { Viewer } from '#server/platform/access.ts';
import { withFrozenTime } from '#server/platform/clock.ts';
import type { Platform } from '#server/platform/platform.ts';
import { demoEmail, demoPassword } from './accounts.ts';
import { demoPeople } from './content/people.ts';
import { createDice } from './dice.ts';
import { hasMedia } from './files/media.ts';
import { storeDemoImage } from './files/store-image.ts';
import { forEachOf } from './pool.ts';
import { demoSpan, type PlannedCommunity } from './timeline.ts';

/** A demo person in the database and when they signed up. */
export interface DemoMember {
  viewer: Viewer;
  signed_up: number;
}
export type DemoMembers = ReadonlyMap<string, DemoMember>;

const hour = 60 * 60 * 1000;

/** Returns when a person first posts or comments anywhere; at most an hour before `now` for those who only read. */
function firstActivityOf(key: string, planned: PlannedCommunity[], now: number): number {
  const times = planned.flatMap(({ timed }) =>
    timed.flatMap((thread) => [
      ...(thread.by === key ? [thread.at] : []),
      ...thread.remarks.flatMap((remark, index) =>
        remark.by === key ? [thread.remarksAt[index] ?? now] : [],
      ),
    ]),
  );
  return Math.min(now - hour, ...times);
}

/** Signs everyone up before their first activity. Owners sign up first. People without an image get no avatar. */
export async function addPeople(
  platform: Platform,
  planned: PlannedCommunity[],
  now: number,
): Promise<DemoMembers> {
  const { db } = platform;
  const members = new Map<string, DemoMember>();
  const passwordHash = await hashPassword(demoPassword);
  const owners = planned.map(({ owner }) => owner);
  await forEachOf([...demoPeople], 3, async ([key, person]) => {
    const dice = createDice(key);
    const begin = now - demoSpan;
    const firstActivity = firstActivityOf(key, planned, now);
    const signedUp = owners.includes(key)
      ? Math.round(begin + (owners.indexOf(key) * 8 + dice.between(0, 5)) * hour)
      : Math.round(Math.max(begin + 24 * hour, firstActivity - dice.between(3, 400) * hour));
    const userId = await withFrozenTime(signedUp, () =>
      addAccount(db, { ...person, email: demoEmail(key), password_hash: passwordHash }),
    );
    members.set(key, {
      viewer: { user_id: userId, role: 'member', session_id: '' },
      signed_up: signedUp,
    });
    const avatar = `avatars/${key}`;
    if (!hasMedia(`${avatar}.webp`)) return;
    await withFrozenTime(signedUp + Math.round(dice.between(1, 20) * 60_000), async () => {
      const by = { user_id: userId, space_id: null, purpose: 'avatar' } as const;
      const upload = await storeDemoImage(platform, by, avatar);
      await setAvatar(db, userId, upload.id);
    });
  });
  return members;
}

/**
 * Returns a demo person.
 * @throws Error when the content names an unknown person
 */
export function requireMember(people: DemoMembers, key: string): DemoMember {
  const member = people.get(key);
  if (!member) throw new Error(`Unknown demo person '${key}'`);
  return member;
}
