export { SpaceIcon } from './space-icon.tsx';
export {
  canReadSpace,
  discoverPages,
  readSpace,
  spaceQuery,
  useLoadedSpace,
  userSpacesQuery,
} from './spaces.api.ts';
