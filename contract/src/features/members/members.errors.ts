import { msg } from '../../i18n/translate.ts';
import { defineErrors } from '../../schema/define-errors.ts';

export const memberErrors = defineErrors({
  membership_required: { status: 403, message: msg('Join this space first.') },
  join_needs_approval: {
    status: 403,
    message: msg('This space is private. Ask an owner or admin for an invitation.'),
  },
  join_needs_payment: { status: 403, message: msg("Payments aren't set up for this space yet.") },
  already_member: { status: 409, message: msg('You are already a member of this space') },
  approval_not_required: {
    status: 409,
    message: msg('This space is public. You can join without a request.'),
  },
  join_request_not_found: { status: 404, message: msg('This request no longer exists.') },
  join_request_paused: {
    status: 429,
    message: msg('Your last request was declined. You can ask again in a day.'),
  },
  membership_blocked: { status: 403, message: msg("You can't rejoin this space.") },
  owner_cannot_leave: {
    status: 409,
    message: msg('As the owner, you cannot leave. Transfer ownership first.'),
  },
  member_not_found: { status: 404, message: msg("This person isn't a member of the space.") },
  remove_not_allowed: { status: 403, message: msg('Not allowed to remove members.') },
  owner_cannot_be_removed: { status: 403, message: msg('Owner cannot be removed.') },
  cannot_remove_self: { status: 403, message: msg('Use Leave Space for yourself.') },
  admins_cannot_remove_admins: { status: 403, message: msg('Admins cannot remove other admins.') },
  role_change_not_allowed: { status: 403, message: msg('Not allowed to change roles.') },
  admins_cannot_change_admins: { status: 403, message: msg('Admins cannot modify other admins or owner.') },
});
