export { membersPages } from './members.api.ts';
