import sharp from 'sharp';
import type { OperationId } from '#contract/api.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { newId } from '#server/platform/ids.ts';
import { newPersonBySql } from '../people-by-sql.ts';
import { newCommentBySql, newPostBySql, setRole } from '../space-facts.ts';
import { calendarSampleCalls } from './calendar.ts';
import { postSampleCalls } from './posts.ts';
import type { SampleCall, SampleContext } from './sample-context.ts';

export type { CallerRole, SampleCall, SampleContext, SpaceKind } from './sample-context.ts';

async function newPostOfOwner({ server, space, owner }: SampleContext): Promise<string> {
  return await newPostBySql(server, space.id, owner.user.id);
}

async function newCommentOfOwner(context: SampleContext): Promise<string> {
  const id = await newPostOfOwner(context);
  return await newCommentBySql(context.server, { id, space_id: context.space.id }, context.owner.user.id);
}

async function newOrdinaryMember({ server, space }: SampleContext): Promise<string> {
  const person = await newPersonBySql(server);
  await setRole(server, space.id, person.user.id, 'member');
  return person.user.id;
}

/** Creates a person with a pending join request. */
async function newRequester({ server, space }: SampleContext): Promise<string> {
  const { user } = await newPersonBySql(server);
  const row = { id: newId(), space_id: space.id, user_id: user.id, created_at: new Date().toISOString() };
  await server.db.insertInto('space_join_requests').values(row).execute();
  return user.id;
}

async function newBanned(context: SampleContext): Promise<string> {
  const userId = await newOrdinaryMember(context);
  await context.server.db
    .updateTable('space_members')
    .set({ status: 'inactive', banned_at: new Date().toISOString() })
    .where('space_id', '=', context.space.id)
    .where('user_id', '=', userId)
    .execute();
  return userId;
}

/** Creates an open case about a member. */
async function newCase(context: SampleContext): Promise<string> {
  const userId = await newOrdinaryMember(context);
  const id = newId();
  await context.server.db
    .insertInto('moderation_cases')
    .values({
      id,
      space_id: context.space.id,
      kind: 'member',
      target_id: userId,
      author_id: userId,
      created_at: new Date().toISOString(),
    })
    .execute();
  return id;
}

const inSpace = ({ space }: SampleContext) => ({ space_id: space.id });
const inSpaceWithMap = async ({ server, space }: SampleContext) => {
  await server.db
    .updateTable('spaces')
    .set({ feature_map_enabled: true })
    .where('id', '=', space.id)
    .execute();
  return { space_id: space.id };
};
const ofPost = async (context: SampleContext) => ({ post_id: await newPostOfOwner(context) });
const ofComment = async (context: SampleContext) => ({ comment_id: await newCommentOfOwner(context) });
const ofMember = async (context: SampleContext) => ({
  space_id: context.space.id,
  user_id: await newOrdinaryMember(context),
});
const ofRequester = async (context: SampleContext) => ({
  space_id: context.space.id,
  user_id: await newRequester(context),
});
const onlyModerators =
  (code: ErrorCode) =>
  ({ role }: SampleContext): ErrorCode | null =>
    role === 'member' ? code : null;
const deniedForOwner = ({ role }: SampleContext): ErrorCode | null =>
  role === 'owner' ? 'cannot_report_self' : null;
const freshEmail = () => `fresh-${newId()}@example.com`;
const isInside = ({ role }: SampleContext) => role === 'member' || role === 'admin' || role === 'owner';

/** One valid call for every operation of the contract. An operation that is missing here fails the role matrix. */
export const sampleCalls: { [Id in OperationId]: SampleCall<Id> } = {
  sign_up: {
    input: () => ({ first_name: 'Ada', last_name: 'Tester', email: freshEmail(), password: 'secret-1' }),
  },
  sign_in: {
    input: () => ({ email: freshEmail(), password: 'secret-1' }),
    denialReason: () => 'invalid_credentials',
  },
  sign_out: { input: () => ({}) },
  get_session: { input: () => ({}) },
  refresh_session: { input: () => ({}) },
  request_password_reset: { input: () => ({ email: freshEmail() }) },
  reset_password: {
    input: () => ({ token: 'no-such-token', password: 'secret-2' }),
    denialReason: () => 'invalid_reset_token',
  },
  confirm_email: {
    input: () => ({ token: 'no-such-token' }),
    denialReason: () => 'invalid_confirmation_token',
  },
  get_sign_in_options: { input: () => ({}) },
  start_external_sign_in: { input: () => ({}), denialReason: () => 'sso_not_configured' },
  exchange_external_code: {
    input: () => ({ code: 'no-such-code', state: 'no-such-state' }),
    denialReason: () => 'sso_not_configured',
  },

  create_space: { input: () => ({ name: 'A new space', subdomain: `new-${newId().slice(-12)}` }) },
  check_subdomain: { input: () => ({ name: 'some-address' }) },
  get_space: { input: ({ space }) => ({ subdomain: space.subdomain }) },
  get_user_spaces_with_memberships: { input: () => ({}) },
  get_space_address: { input: inSpace },
  discover_spaces: { input: () => ({}) },
  report_client_error: { input: () => ({ kind: 'page' as const, message: 'It broke', path: '/discover' }) },
  update_space: { input: (context) => ({ ...inSpace(context), description: `Saved ${newId()}` }) },
  complete_setup_task: { input: (context) => ({ ...inSpace(context), task_type: 'invite' as const }) },
  dismiss_setup_guide: { input: inSpace },
  restore_setup_guide: { input: inSpace },
  update_avatar: { input: () => ({ upload_id: null }) },

  record_space_visit: { input: inSpace },
  public_join_space: {
    input: inSpace,
    denialReason: (context) => {
      if (isInside(context) || context.space.kind === 'public') return null;
      return context.space.kind === 'private' ? 'join_needs_approval' : 'join_needs_payment';
    },
  },
  leave_space: {
    input: inSpace,
    denialReason: ({ role }) => (role === 'owner' ? 'owner_cannot_leave' : null),
  },
  resolve_invitation: {
    input: ({ space, owner }) => ({ space_id: space.id, ref: owner.user.id.slice(0, 8) }),
  },
  list_members: { input: inSpace },
  list_online_members: { input: inSpace },
  remove_member: { input: ofMember, denialReason: onlyModerators('remove_not_allowed') },
  ban_member: { input: ofMember, denialReason: onlyModerators('remove_not_allowed') },
  set_member_role: {
    input: async (context) => ({ ...(await ofMember(context)), role: 'admin' as const }),
    denialReason: onlyModerators('role_change_not_allowed'),
  },
  unban_member: {
    input: async (context) => ({ space_id: context.space.id, user_id: await newBanned(context) }),
  },
  list_bans: { input: inSpace },
  list_former_members: { input: inSpace },
  get_space_storage: { input: inSpace },
  request_to_join: {
    input: inSpace,
    denialReason: (context) => {
      if (isInside(context)) return 'already_member';
      const byKind = { public: 'approval_not_required', private: null, paid: 'join_needs_payment' } as const;
      return byKind[context.space.kind];
    },
  },
  cancel_join_request: { input: inSpace },
  list_join_requests: { input: inSpace },
  approve_join_request: { input: ofRequester },
  decline_join_request: { input: ofRequester },
  transfer_ownership: { input: ({ space, owner }) => ({ space_id: space.id, user_id: owner.user.id }) },

  list_posts: { input: inSpace },
  create_post: {
    input: ({ space }) => ({
      space_id: space.id,
      client_id: newId(),
      title: 'A post',
      body: '<p>With some text.</p>',
    }),
  },
  get_post: { input: ofPost },
  get_post_by_slug: {
    input: async (context) => ({ subdomain: context.space.subdomain, slug: await newPostOfOwner(context) }),
  },
  ...postSampleCalls,
  set_comments_closed: { input: async (context) => ({ ...(await ofPost(context)), closed: true }) },
  delete_post: { input: ofPost, denialReason: onlyModerators('not_author_or_moderator') },
  pin_post: { input: ofPost },
  unpin_post: { input: ofPost },

  list_comments: { input: ofPost },
  create_comment: {
    input: async (context) => ({ ...(await ofPost(context)), client_id: newId(), body: '<p>A comment.</p>' }),
  },
  list_replies: {
    input: async (context) => ({ ...(await ofPost(context)), thread_id: newId() }),
  },
  find_comment: { input: ({ space }) => ({ space_id: space.id, target_id: newId() }) },
  update_comment: {
    input: async (context) => ({ ...(await ofComment(context)), body: '<p>Edited text.</p>' }),
    denialReason: ({ role }) => (role === 'owner' ? null : 'not_author'),
  },
  list_comment_versions: { input: ofComment, denialReason: onlyModerators('not_author_or_moderator') },
  delete_comment: { input: ofComment, denialReason: onlyModerators('not_author_or_moderator') },

  like_post: { input: ofPost },
  unlike_post: { input: ofPost },
  list_post_likes: { input: ofPost },
  list_comment_likes: { input: ofComment },
  like_comment: { input: ofComment },
  unlike_comment: { input: ofComment },

  report_post: {
    input: async (context) => ({ ...(await ofPost(context)), reason: 'spam' as const }),
    denialReason: deniedForOwner,
  },
  report_comment: {
    input: async (context) => ({ ...(await ofComment(context)), reason: 'spam' as const }),
    denialReason: deniedForOwner,
  },
  report_member: {
    input: async (context) => ({ ...(await ofMember(context)), reason: 'harassment' as const }),
  },
  get_open_cases: { input: inSpace },
  list_cases: { input: inSpace },
  resolve_case: {
    input: async (context) => ({
      space_id: context.space.id,
      case_id: await newCase(context),
      outcome: 'dismissed' as const,
    }),
  },
  remove_post: { input: async (context) => ({ ...(await ofPost(context)), reason: 'Not here, please.' }) },
  remove_comment: {
    input: async (context) => ({ ...(await ofComment(context)), reason: 'Not here, please.' }),
  },
  list_my_removals: { input: inSpace },
  acknowledge_removal: { input: ({ space }) => ({ space_id: space.id, target_id: newId() }) },
  list_audit_log: { input: inSpace },
  ...calendarSampleCalls,
  get_notifications_with_actors: { input: () => ({}) },
  get_unread_notification_count: { input: () => ({}) },
  mark_notifications_as_read: { input: () => ({ notification_ids: [newId()] }) },
  mark_all_notifications_as_read: { input: () => ({}) },
  delete_notification: { input: () => ({ notification_id: newId() }) },
  get_effective_notification_preferences: { input: inSpace },
  update_space_notification_preferences: {
    input: (context) => ({ ...inSpace(context), event_reminders: false }),
  },
  get_leaderboard: { input: inSpace },
  list_leaderboard: { input: inSpace },
  get_space_levels: { input: inSpace },
  set_level_names: {
    input: (context) => ({ ...inSpace(context), names: Array.from({ length: 9 }, () => 'Regular') }),
  },
  get_member_card: { input: ofMember },

  search_cities: { input: () => ({ search: 'lis' }) },
  get_space_map: { input: inSpaceWithMap },
  list_map_people: { input: inSpaceWithMap },
  // Lisbon.
  set_location: { input: async (context) => ({ ...(await inSpaceWithMap(context)), city_id: 2267057 }) },
  delete_location: { input: inSpace },

  upload_file: {
    input: ({ space }) => ({ purpose: 'post_image', file_name: 'dot.png', space_id: space.id }),
    denialReason: (context) => {
      if (isInside(context)) return null;
      return context.space.kind === 'public' ? 'membership_required' : 'space_not_found';
    },
    bytes: () =>
      sharp({ create: { width: 8, height: 8, channels: 3, background: '#26A69A' } })
        .png()
        .toBuffer(),
  },
};
