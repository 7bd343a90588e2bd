import { newId } from '#server/platform/ids.ts';
import { ofPost, onlyModerators } from '../sample-content.ts';
import type { FeatureCalls, SampleContext } from '../sample-context.ts';

/** Creates a post of the owner with a poll of two options. */
async function newPollOfOwner(context: SampleContext): Promise<{ post_id: string; option_ids: string[] }> {
  const { db } = context.server;
  const { post_id } = await ofPost(context);
  const space_id = context.space.id;
  await db.updateTable('posts').set({ post_type: 'poll' }).where('id', '=', post_id).execute();
  await db.insertInto('polls').values({ post_id, space_id, question: 'Which one?' }).execute();
  const options = ['This', 'That'].map((text, position) => ({
    id: newId(),
    post_id,
    space_id,
    position,
    text,
  }));
  await db.insertInto('poll_options').values(options).execute();
  return { post_id, option_ids: [options[0]?.id ?? ''] };
}

const ofPoll = async (context: SampleContext) => ({ post_id: (await newPollOfOwner(context)).post_id });

/** One valid call for each endpoint. */
export const sampleCalls: FeatureCalls<'polls'> = {
  get_poll: { input: ofPoll },
  vote_in_poll: { input: newPollOfOwner },
  withdraw_vote: { input: ofPoll },
  close_poll: { input: ofPoll, denialReason: onlyModerators('not_author_or_moderator') },
};
