export { toAboutSearch } from './about/about-field.ts';
export { AboutScreen } from './about/about-screen.tsx';
export { syncUserSpaces } from './cached-spaces.ts';
export { CreateSpaceForm } from './create-space-form.tsx';
export { preloadSetupGuide, SetupGuideSlot } from './setup/guide-slot.tsx';
export { SpaceGrid } from './space-grid.tsx';
export { SpaceHeader } from './space-header.tsx';
export { SpaceIcon } from './space-icon.tsx';
export {
  loadSubdomain,
  readSpace,
  spaceQuery,
  useLoadedSpace,
  userSpacesQuery,
  useUserSpaces,
} from './spaces.api.ts';
