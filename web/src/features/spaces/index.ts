export { AboutScreen } from './about/about-screen.tsx';
export { CreateSpaceForm } from './create-space-form.tsx';
export { DiscoverList } from './discover-list.tsx';
export { keepUserSpaces } from './kept-spaces.ts';
export { SpaceGrid } from './space-grid.tsx';
export { SpaceHeader } from './space-header.tsx';
export { SpaceIcon } from './space-icon.tsx';
export {
  discoverPages,
  loadSubdomain,
  readSpace,
  spaceQuery,
  toDiscoverSearch,
  useLoadedSpace,
  userSpacesQuery,
  useUserSpaces,
} from './spaces.api.ts';
