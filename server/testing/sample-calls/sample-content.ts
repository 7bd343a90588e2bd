import type { ErrorCode } from '#contract/errors.ts';
import { newPersonBySql } from '../people-by-sql.ts';
import { newCategory } from '../samples/categories.ts';
import { newDirectConversation, sendText } from '../samples/conversations.ts';
import { newCommentBySql, newPostBySql, setRole } from '../space-facts.ts';
import type { SampleContext } from './sample-context.ts';

export const inSpace = ({ space }: SampleContext) => ({ space_id: space.id });

/** Creates a post of the owner. */
export const ofPost = async ({ server, space, owner }: SampleContext) => ({
  post_id: await newPostBySql(server, space.id, owner.user.id),
});

/** Creates a comment of the owner under a post of theirs. */
export async function ofComment(context: SampleContext) {
  const { server, space, owner } = context;
  const post = { id: (await ofPost(context)).post_id, space_id: space.id };
  return { comment_id: await newCommentBySql(server, post, owner.user.id) };
}

/** Creates a member who is no moderator. */
export async function ofMember({ server, space }: SampleContext) {
  const { user } = await newPersonBySql(server);
  await setRole(server, space.id, user.id, 'member');
  return { space_id: space.id, user_id: user.id };
}

export const isInside = ({ role }: SampleContext) =>
  role === 'member' || role === 'admin' || role === 'owner';

/** Denies members, although access control lets them call. */
export const onlyModerators =
  (code: ErrorCode) =>
  ({ role }: SampleContext): ErrorCode | null =>
    role === 'member' ? code : null;

/** Denies an upload to people who aren't members. */
export function deniedOutside(context: SampleContext): ErrorCode | null {
  if (isInside(context)) return null;
  return context.space.kind === 'public' ? 'membership_required' : 'space_not_found';
}

/** Creates another person. */
export const ofPerson = async ({ server }: SampleContext) => ({
  user_id: (await newPersonBySql(server)).user.id,
});

/** Opens a conversation of the caller. */
export async function ofConversation({ server, caller, owner }: SampleContext) {
  const { conversation } = await newDirectConversation(server, caller ?? owner);
  return { conversation_id: conversation.id };
}

/** Sends a message of the caller. */
export async function ofMessage(context: SampleContext) {
  const { conversation_id } = await ofConversation(context);
  const message = await sendText(context.caller ?? context.owner, conversation_id);
  return { message_id: message.id };
}

/** A new category of the space. */
export async function ofCategory(context: SampleContext) {
  const { server, space, owner } = context;
  return { ...inSpace(context), category_id: await newCategory(server, owner, space, 'A category') };
}
