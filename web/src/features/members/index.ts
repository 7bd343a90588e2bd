export { type InvitationSearch, toInvitationSearch } from './invitation.ts';
export { InvitedBy } from './invited-by.tsx';
export { JoinButton } from './join-button.tsx';
export { JoinPrompt } from './join-prompt.tsx';
export { LeaveButton } from './leave-button.tsx';
export { toMembersSearch } from './member-filter.ts';
export { membersPages } from './members.api.ts';
export { MembersScreen } from './members-screen.tsx';
