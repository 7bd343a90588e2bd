import { itemAccess } from '#server/features/access/index.ts';
import { nameLevels } from '#server/features/leaderboard/index.ts';
import {
  decideJoinRequest,
  findSpaceContext,
  joinSpace,
  requestToJoin,
  setMemberRole,
} from '#server/features/members/index.ts';
import {
  addCategory,
  categoryWrite,
  completeTask,
  createSpace,
  listCategories,
  spaceHasId,
  updateSpace,
} from '#server/features/spaces/index.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { withFrozenTime } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type DemoMembers, requireMember } from './add-people.ts';
import { createDice } from './dice.ts';
import { storeDemoImage } from './files/store-image.ts';
import { forEachOf } from './pool.ts';
import type { PlannedCommunity } from './timeline.ts';
import { withoutEmails } from './without-emails.ts';

const minute = 60_000;

/** A created space of the demo: its categories by key, and when each member joined. */
export interface DemoSpace {
  space_id: string;
  categories: ReadonlyMap<string, string>;
  joined: ReadonlyMap<string, number>;
  rules: readonly { id: string; text: string }[];
}

export async function requireSpaceContext(
  platform: Platform,
  viewer: Viewer,
  spaceId: string,
): Promise<SpaceContext> {
  const scope = await findSpaceContext(platform.db, viewer, spaceHasId(spaceId));
  if (!scope) throw new Error('A demo space is missing');
  return scope;
}

/** Creates the space with everything that its owner configures, and adds its members. */
export async function createDemoSpace(
  platform: Platform,
  community: PlannedCommunity,
  people: DemoMembers,
): Promise<DemoSpace> {
  const { db } = platform;
  const owner = requireMember(people, community.owner);
  const createdAt = owner.signed_up + 40 * minute;
  const { name, subdomain, description, is_private, primary_color, topic } = community;
  const spaceId = await withFrozenTime(createdAt, () =>
    createSpace(platform, owner.viewer, { name, subdomain, description, is_private, primary_color, topic }),
  );

  const categories = new Map<string, string>();
  for (const [index, category] of community.categories.entries()) {
    const id = await withFrozenTime(createdAt + index * minute, async () => {
      if (index === 0) return (await listCategories(db, spaceId))[0]?.id ?? '';
      return await addCategory(db, owner.viewer, spaceId, { name: category.name, icon: category.icon });
    });
    categories.set(category.key, id);
  }
  const rules = community.rules.map((text) => ({ id: newId(), text }));
  await withFrozenTime(createdAt + 20 * minute, () =>
    configureSpace(platform, community, owner.viewer, spaceId, rules),
  );

  const { level_names } = community;
  if (level_names)
    await withFrozenTime(createdAt + 25 * minute, () => nameLevels(db, owner.viewer, spaceId, level_names));

  const inviting = createdAt + 28 * minute;
  const invited = { space_id: spaceId, user_id: owner.viewer.user_id, task_type: 'invite' } as const;
  await db
    .transaction()
    .execute((tx) => completeTask(tx, { ...invited, at: new Date(inviting).toISOString() }));

  const joined = new Map([[community.owner, createdAt]]);
  const everyone = [...new Set([...community.admins, ...community.members])];
  await forEachOf(everyone, 4, async (key) => {
    const person = requireMember(people, key);
    const at = joinTime(community, key, Math.max(createdAt + 30 * minute, person.signed_up + 2 * minute));
    joined.set(key, at);
    await admitMember(platform, community, { owner: owner.viewer, person: person.viewer, spaceId, at });
    if (community.admins.includes(key)) {
      await withFrozenTime(at + 30 * minute, () =>
        setMemberRole(platform, owner.viewer, spaceId, person.viewer.user_id, 'admin'),
      );
    }
  });
  for (const { person, message } of community.waiting) {
    const requester = requireMember(people, person);
    const scope = await requireSpaceContext(platform, requester.viewer, spaceId);
    await requestToJoin(db, requester.viewer, scope, { message, isLimited: false });
  }
  return { space_id: spaceId, categories, joined, rules };
}

/** Returns when what was created then is limited: halfway from then to now. */
export const limitTime = (created: number, now: number): number => Math.round((created + now) / 2);

/** Limits who can open categories, as the content says. Everyone could write in them before. */
export async function limitCategories(
  { db }: Platform,
  community: PlannedCommunity,
  space: DemoSpace,
  people: DemoMembers,
  now: number,
): Promise<void> {
  const owner = requireMember(people, community.owner).viewer;
  const at = limitTime(space.joined.get(community.owner) ?? now, now);
  for (const { key, access } of community.categories) {
    const category_id = space.categories.get(key);
    if (access && category_id)
      await withFrozenTime(at, () =>
        itemAccess.set(categoryWrite(db, owner, space, category_id), access, owner.user_id),
      );
  }
}

/** Returns a time between the earliest possible one and shortly before their first activity here. */
function joinTime(community: PlannedCommunity, key: string, earliest: number): number {
  const dice = createDice(`${community.subdomain} ${key} joins`);
  const activityTimes = community.timed.flatMap((thread) => [
    ...(thread.by === key ? [thread.at] : []),
    ...thread.remarks.flatMap((remark, index) => (remark.by === key ? [thread.remarksAt[index] ?? 0] : [])),
  ]);
  const latest =
    activityTimes.length > 0
      ? Math.min(...activityTimes) - minute
      : earliest + dice.between(1, 40 * 24 * 60) * minute;
  return Math.round(Math.max(earliest, earliest + (latest - earliest) * dice.between(0.3, 0.95)));
}

async function admitMember(
  platform: Platform,
  community: PlannedCommunity,
  input: { owner: Viewer; person: Viewer; spaceId: string; at: number },
): Promise<void> {
  const { db } = platform;
  const { person, spaceId, at } = input;
  const scope = await requireSpaceContext(platform, person, spaceId);
  if (!community.is_private) {
    await withFrozenTime(at, () => joinSpace(platform, person, scope, undefined));
    return;
  }
  await withFrozenTime(at - minute, () => requestToJoin(db, person, scope, { isLimited: false }));
  await withFrozenTime(at, () =>
    decideJoinRequest(withoutEmails(platform), input.owner, spaceId, person.user_id, true),
  );
}

async function configureSpace(
  platform: Platform,
  community: PlannedCommunity,
  owner: Viewer,
  spaceId: string,
  rules: { id: string; text: string }[],
): Promise<void> {
  const store = async (purpose: 'space_icon' | 'space_cover' | 'space_intro') => {
    const name = `spaces/${community.subdomain}-${purpose.replace('space_', '')}`;
    return (await storeDemoImage(platform, { user_id: owner.user_id, space_id: spaceId, purpose }, name)).id;
  };
  await updateSpace(platform.db, owner, spaceId, {
    short_description: community.short_description,
    about_description: community.about,
    support_email: community.support_email,
    rules_list: rules,
    feature_map_enabled: true,
    icon_upload_id: await store('space_icon'),
    cover_upload_id: await store('space_cover'),
    ...(community.has_intro && { intro_upload_id: await store('space_intro') }),
  });
}
