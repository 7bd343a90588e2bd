export { AboutScreen } from './about/about-screen.tsx';
export { toAboutSearch } from './about/editor/about-field.ts';
export { InviteButton } from './invite-button.tsx';
export { preloadSetupGuide, SetupGuideSlot } from './setup/guide-slot.tsx';
export { SpaceActions } from './space-actions.tsx';
export { SpaceGrid } from './space-card/space-grid.tsx';
export { SpaceIcon } from './space-card/space-icon.tsx';
export { SpaceRailCard } from './space-card/space-rail-card.tsx';
export { CreateSpaceForm } from './space-form/create-space-form.tsx';
export {
  readSpace,
  spaceQuery,
  useLoadedSpace,
  userSpacesQuery,
  useUserSpaces,
} from './spaces.api.ts';
