import type { OperationId } from '#contract/api.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { newId } from '#server/platform/ids.ts';
import { newPostBySql } from '../space-facts.ts';
import type { SampleCall, SampleContext } from './sample-context.ts';

const isInside = ({ role }: SampleContext) => role === 'member' || role === 'admin' || role === 'owner';
const inSpace = ({ space }: SampleContext) => ({ space_id: space.id });

async function newPostOfOwner({ server, space, owner }: SampleContext): Promise<{ post_id: string }> {
  return { post_id: await newPostBySql(server, space.id, owner.user.id) };
}

/** Creates a post of the owner with a poll of two options. */
async function newPollOfOwner(context: SampleContext): Promise<{ post_id: string; option_ids: string[] }> {
  const { db } = context.server;
  const { post_id } = await newPostOfOwner(context);
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
const onlyModerators =
  (code: ErrorCode) =>
  ({ role }: SampleContext): ErrorCode | null =>
    role === 'member' ? code : null;

type PostOperations =
  | 'update_post'
  | 'list_post_revisions'
  | 'get_poll'
  | 'vote_in_poll'
  | 'withdraw_vote'
  | 'close_poll'
  | 'get_draft'
  | 'save_draft'
  | 'discard_draft'
  | 'search_mentionable_members'
  | 'store_file'
  | 'delete_upload';

/** Valid calls of the operations for writing posts: edits, polls, drafts, mentions and files. */
export const postSampleCalls: { [Id in Extract<OperationId, PostOperations>]: SampleCall<Id> } = {
  update_post: {
    input: async (context) => ({
      ...(await newPostOfOwner(context)),
      revision: 1,
      title: 'Another title',
      body: '<p>Another text.</p>',
      upload_ids: [],
    }),
    denialReason: ({ role }) => (role === 'member' || role === 'admin' ? 'not_author' : null),
  },
  list_post_revisions: { input: newPostOfOwner, denialReason: onlyModerators('not_author_or_moderator') },
  get_poll: { input: ofPoll },
  vote_in_poll: { input: newPollOfOwner },
  withdraw_vote: { input: ofPoll },
  close_poll: { input: ofPoll, denialReason: onlyModerators('not_author_or_moderator') },
  get_draft: { input: inSpace },
  save_draft: {
    input: (context) => ({
      ...inSpace(context),
      client_id: newId(),
      base_version: 0,
      client_edited_at: new Date().toISOString(),
      content: {
        title: 'Half a',
        body: '<p>thought</p>',
        category_id: null,
        post_type: 'post' as const,
        poll: null,
        upload_ids: [],
      },
    }),
  },
  discard_draft: { input: inSpace },
  delete_upload: {
    input: async ({ server, caller, owner }) => {
      const id = newId();
      const file = { purpose: 'avatar', file_name: 'x', mime_type: 'image/png', byte_size: 1 };
      const user_id = (caller ?? owner).user.id;
      await server.db
        .insertInto('uploads')
        .values({ ...file, id, user_id })
        .execute();
      return { upload_id: id };
    },
  },
  search_mentionable_members: { input: inSpace },
  store_file: {
    input: ({ space }) => ({ purpose: 'post_file', file_name: 'notes.txt', space_id: space.id }),
    denialReason: (context) => {
      if (isInside(context)) return null;
      return context.space.kind === 'public' ? 'membership_required' : 'space_not_found';
    },
    bytes: async () => Buffer.from('A short text.'),
  },
};
