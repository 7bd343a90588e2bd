export { type InvitationSearch, toInvitationSearch } from './joining/invitation.ts';
export { InvitedBy } from './joining/invited-by.tsx';
export { JoinButton } from './joining/join-button.tsx';
export { JoinPrompt } from './joining/join-prompt.tsx';
export { LeaveButton } from './leaving/leave-button.tsx';
export { toMembersSearch } from './list/member-filter.ts';
export { membersPages, onlineMembersQuery } from './members.api.ts';
export { MembersScreen } from './members-screen.tsx';
export { OnlineCard } from './online-card.tsx';
