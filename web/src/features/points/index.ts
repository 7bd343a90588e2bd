export { LevelLink } from './level-link.tsx';
export { toLevelTitle, toNextLevelText, toPointsText } from './level-messages.ts';
export { MemberCardButton } from './member-card-button.tsx';
export { MemberLine } from './member-line.tsx';
export { PeopleText } from './people-text.tsx';
export { SpaceAvatar } from './space-avatar.tsx';
