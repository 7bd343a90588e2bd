export { sessionQuery, useViewer } from './auth.api.ts';
export { enter, leave, readLastSpacePath, rememberSpace } from './change-account.ts';
export { toSafePath } from './safe-redirect.ts';
