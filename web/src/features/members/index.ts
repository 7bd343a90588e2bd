export { JoinButton } from './join-button.tsx';
export { LeaveButton } from './leave-button.tsx';
export { MemberList } from './member-list.tsx';
export { membersPages } from './members.api.ts';
export { TakePart } from './take-part.tsx';
