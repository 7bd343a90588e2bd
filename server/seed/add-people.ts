import { Readable } from 'node:stream';
import { addAccount, hashPassword } from '#server/features/auth/index.ts';
import { setAvatar } from '#server/features/profiles/index.ts';
import { storeUpload } from '#server/features/uploads/index.ts';
import type { Viewer } from '#server/platform/access.ts';
import { withFrozenTime } from '#server/platform/clock.ts';
import type { Platform } from '#server/platform/platform.ts';
import { demoEmail, demoPassword } from './accounts.ts';
import { demoPeople } from './content/people.ts';
import { createDice } from './dice.ts';
import { drawAvatar } from './draw/avatar.ts';
import { rasterise } from './draw/paint.ts';
import { forEachOf } from './pool.ts';
import { demoSpan, type PlannedCommunity } from './timeline.ts';

/** A demo person in the database, and when they came. */
export interface DemoMember {
  viewer: Viewer;
  signed_up: number;
}
export type DemoMembers = ReadonlyMap<string, DemoMember>;

const hour = 60 * 60 * 1000;
/** Some people never choose a picture. */
const withoutImage = 0.08;

/** When a person first says something anywhere; `now` for those who only read. */
function firstWordOf(key: string, planned: PlannedCommunity[], now: number): number {
  const moments = planned.flatMap(({ timed }) =>
    timed.flatMap((thread) => [
      ...(thread.by === key ? [thread.at] : []),
      ...thread.remarks.flatMap((remark, index) =>
        remark.by === key ? [thread.remarksAt[index] ?? now] : [],
      ),
    ]),
  );
  return Math.min(now - hour, ...moments);
}

/** Signs everybody up before their first word, with a drawn face. Owners come first of all. */
export async function addPeople(
  platform: Platform,
  planned: PlannedCommunity[],
  now: number,
): Promise<DemoMembers> {
  const { db } = platform;
  const members = new Map<string, DemoMember>();
  const passwordHash = await hashPassword(demoPassword);
  const owners = planned.map(({ owner }) => owner);
  await forEachOf([...demoPeople], 3, async ([key, { look, ...person }]) => {
    const dice = createDice(key);
    const begin = now - demoSpan;
    const firstWord = firstWordOf(key, planned, now);
    const signedUp = owners.includes(key)
      ? Math.round(begin + (owners.indexOf(key) * 8 + dice.between(0, 5)) * hour)
      : Math.round(Math.max(begin + 24 * hour, firstWord - dice.between(3, 400) * hour));
    const userId = await withFrozenTime(signedUp, () =>
      addAccount(db, { ...person, email: demoEmail(key), password_hash: passwordHash }),
    );
    members.set(key, {
      viewer: { user_id: userId, role: 'member', session_id: '' },
      signed_up: signedUp,
    });
    if (dice.chance(withoutImage) && !owners.includes(key)) return;
    const face = await rasterise(drawAvatar(dice, look), dice);
    await withFrozenTime(signedUp + Math.round(dice.between(1, 20) * 60_000), async () => {
      const upload = await storeUpload(platform, {
        user_id: userId,
        space_id: null,
        purpose: 'avatar',
        file_name: `${key}.png`,
        body: Readable.from([face]),
      });
      await setAvatar(db, userId, upload.id);
    });
  });
  return members;
}

/** @throws when a conversation names somebody who does not exist. */
export function requireMember(people: DemoMembers, key: string): DemoMember {
  const member = people.get(key);
  if (!member) throw new Error(`Nobody in the demo is called '${key}'`);
  return member;
}
