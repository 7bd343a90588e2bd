import { newId } from '#server/platform/ids.ts';
import { newPersonBySql } from '../../people-by-sql.ts';
import { inSpace, isInside, ofMember, onlyModerators } from '../sample-content.ts';
import type { FeatureCalls, SampleContext } from '../sample-context.ts';

/** Creates a person with a pending join request. */
async function ofRequester({ server, space }: SampleContext) {
  const { user } = await newPersonBySql(server);
  const row = { id: newId(), space_id: space.id, user_id: user.id, created_at: new Date().toISOString() };
  await server.db.insertInto('space_join_requests').values(row).execute();
  return { space_id: space.id, user_id: user.id };
}

async function ofBanned(context: SampleContext) {
  const { user_id } = await ofMember(context);
  await context.server.db
    .updateTable('space_members')
    .set({ status: 'inactive', banned_at: new Date().toISOString() })
    .where('space_id', '=', context.space.id)
    .where('user_id', '=', user_id)
    .execute();
  return { space_id: context.space.id, user_id };
}

/** One valid call for each endpoint. */
export const sampleCalls: FeatureCalls<'members'> = {
  public_join_space: {
    input: inSpace,
    denialReason: (context) => {
      if (isInside(context) || context.space.kind === 'public') return null;
      return context.space.kind === 'private' ? 'join_needs_approval' : 'join_needs_payment';
    },
  },
  resolve_invitation: {
    input: ({ space, owner }) => ({ space_id: space.id, ref: owner.user.id.slice(0, 8) }),
  },
  get_presence_settings: { input: () => ({}) },
  update_presence_settings: { input: () => ({ appear_offline: true }) },
  record_space_visit: { input: inSpace },
  mark_looked_around: { input: inSpace },
  dismiss_welcome: { input: inSpace },
  leave_space: {
    input: inSpace,
    denialReason: ({ role }) => (role === 'owner' ? 'owner_cannot_leave' : null),
  },
  list_members: { input: inSpace },
  list_online_members: { input: inSpace },
  remove_member: { input: ofMember, denialReason: onlyModerators('remove_not_allowed') },
  set_member_role: {
    input: async (context) => ({ ...(await ofMember(context)), role: 'admin' as const }),
    denialReason: onlyModerators('role_change_not_allowed'),
  },
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
  ban_member: { input: ofMember, denialReason: onlyModerators('remove_not_allowed') },
  unban_member: { input: ofBanned },
  list_bans: { input: inSpace },
  list_former_members: { input: inSpace },
  transfer_ownership: { input: ({ space, owner }) => ({ space_id: space.id, user_id: owner.user.id }) },
};
