import { createComment } from '#server/features/comments/index.ts';
import { closePoll, setVote } from '#server/features/polls/index.ts';
import { createPost, deletePostInTx, updatePost } from '#server/features/posts/index.ts';
import { withFrozenTime } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type DemoMembers, requireMember } from './add-people.ts';
import { type Special, specials } from './content/specials.ts';
import { type DemoSpace, requireSpaceContext } from './create-demo-space.ts';
import { createDice } from './dice.ts';
import { fanOutDemoPost, publishAlone } from './fan-out.ts';
import { storeDemoFiles } from './files/store-files.ts';
import { withoutEmails } from './without-emails.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;
/** The share of members who vote in a poll. */
const turnout = 0.55;

/** Creates the polls, announcements and edited posts of a space in the order of their times, and adds votes. */
export async function fillSpecials(
  platform: Platform,
  subdomain: string,
  space: DemoSpace,
  people: DemoMembers,
  now: number,
): Promise<void> {
  const inOrder = (specials[subdomain] ?? []).toSorted((one, other) => other.hoursAgo - one.hoursAgo);
  for (const special of inOrder) await createSpecial(platform, special, space, people, now);
}

async function createSpecial(
  platform: Platform,
  special: Special,
  space: DemoSpace,
  people: DemoMembers,
  now: number,
): Promise<void> {
  const { db } = platform;
  const { viewer } = requireMember(people, special.by);
  const scope = await requireSpaceContext(platform, viewer, space.space_id);
  const at = now - special.hoursAgo * hour + createDice(special.title).next() * hour;
  const toBody = (text: string) =>
    text.replace(/@(\w+)/g, (_whole, key: string) => {
      const { user_id } = requireMember(people, key).viewer;
      return `<span data-mention="${user_id}">@${key}</span>`;
    });
  const { poll } = special;
  const sender = { user_id: viewer.user_id, space_id: space.space_id };
  const upload_ids = await storeDemoFiles(
    platform,
    { ...sender, at: at - 60_000 },
    'post',
    special.files ?? [],
  );
  const create = () =>
    createPost(platform, viewer, scope, {
      client_id: newId(),
      title: special.title,
      body: toBody(special.body),
      category_id: space.categories.get(special.category) ?? null,
      upload_ids,
      post_type: special.announces ? 'announcement' : 'post',
      poll: poll
        ? {
            question: poll.question,
            options: poll.options,
            multiple: poll.multiple,
            closes_at: poll.openDays ? new Date(now + poll.openDays * day).toISOString() : null,
          }
        : null,
    });
  const post = await publishAlone(async () => {
    const created = await withFrozenTime(Math.round(at), create);
    await fanOutDemoPost(platform, Math.round(at));
    return created;
  });
  if (post.poll)
    await vote(platform, special, { id: post.id, options: post.poll.options }, space, people, at, now);
  if (poll?.closed) {
    await withFrozenTime(Math.round(Math.min(at + 2 * day, now - hour)), () =>
      closePoll(db, viewer, scope, post.id),
    );
  }
  const { edited } = special;
  if (edited) {
    const changed = await storeDemoFiles(platform, { ...sender, at: at + hour }, 'post', edited.files ?? []);
    await withFrozenTime(Math.round(at + hour), () =>
      updatePost(platform, viewer, scope, {
        post_id: post.id,
        revision: 1,
        title: edited.title,
        body: toBody(edited.body),
        upload_ids: changed,
      }),
    );
  }
  await discuss(platform, special, post.id, space, people, at);
  if (!special.deleted) return;
  await withFrozenTime(Math.round(at + day), () =>
    db
      .transaction()
      .execute((tx) => deletePostInTx(tx, withoutEmails(platform), viewer, scope, post.id, null)),
  );
}

/** Adds comments, each at least an hour after the one before. */
async function discuss(
  platform: Platform,
  special: Special,
  post_id: string,
  space: DemoSpace,
  people: DemoMembers,
  at: number,
): Promise<void> {
  const dice = createDice(`${special.title} remarks`);
  let time = at;
  for (const { by, text, file } of special.remarks ?? []) {
    time += hour * (1 + dice.next());
    const { viewer } = requireMember(people, by);
    const scope = await requireSpaceContext(platform, viewer, space.space_id);
    const [upload_id] = await storeDemoFiles(
      platform,
      { user_id: viewer.user_id, space_id: space.space_id, at: time - 60_000 },
      'comment',
      file ? [file] : [],
    );
    await withFrozenTime(Math.round(time), () =>
      createComment(platform, viewer, scope, { client_id: newId(), post_id, body: text, upload_id }),
    );
  }
}

/** Members vote in the hours after a poll was created. The first options are slightly more popular. */
async function vote(
  platform: Platform,
  special: Special,
  poll: { id: string; options: { id: string }[] },
  space: DemoSpace,
  people: DemoMembers,
  at: number,
  now: number,
): Promise<void> {
  const dice = createDice(`${special.title} votes`);
  const latest = Math.min(now - hour, at + 40 * hour);
  for (const [key, joined] of [...space.joined].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const time = at + dice.next() * (latest - at);
    const favorite = Math.floor(dice.next() ** 1.6 * poll.options.length);
    const also = dice.chance(0.4) ? Math.floor(dice.next() * poll.options.length) : favorite;
    if (!dice.chance(turnout) || joined > time) continue;
    const chosen = special.poll?.multiple ? [favorite, also] : [favorite];
    const option_ids = chosen.flatMap((index) => poll.options[index]?.id ?? []);
    const { viewer } = requireMember(people, key);
    const scope = await requireSpaceContext(platform, viewer, space.space_id);
    await withFrozenTime(Math.round(time), () => setVote(platform.db, viewer, scope, poll.id, option_ids));
  }
}
