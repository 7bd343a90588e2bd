import type { ErrorCode } from '../errors.ts';
import type { Access, SpaceFeature } from './access.ts';

/** The error for content that doesn't exist or that the viewer may not see, by the path parameter that identifies it. */
export const notFoundCodes = {
  space_id: 'space_not_found',
  subdomain: 'space_not_found',
  post_id: 'post_not_found',
  comment_id: 'comment_not_found',
  event_id: 'event_not_found',
  course_id: 'course_not_found',
  folder_id: 'folder_not_found',
  page_id: 'page_not_found',
  video_upload_id: 'video_upload_not_found',
} as const satisfies Record<string, ErrorCode>;
export type LocatedParam = keyof typeof notFoundCodes;

/** The error of endpoints of a feature that the space has turned off. */
export const turnedOffCodes = {
  calendar: 'calendar_not_enabled',
  classroom: 'classroom_not_enabled',
  map: 'map_not_enabled',
} as const satisfies Record<SpaceFeature, ErrorCode>;

/** Returns the path parameter that identifies the space of an endpoint: the first one that locates content. */
export function locatedParam(path: string): LocatedParam | undefined {
  const names = [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  return names.find((name): name is LocatedParam => name in notFoundCodes);
}

interface Declaration {
  path: string;
  access: Access;
  feature?: SpaceFeature;
  query?: { shape: object };
}

/** Returns the error codes that an endpoint has because of its access, its feature, and its pagination. */
export function impliedErrors({ path, access, feature, query }: Declaration): ErrorCode[] {
  const codes: ErrorCode[] = [];
  if (access.startsWith('space-')) {
    const param = locatedParam(path);
    if (param) codes.push(notFoundCodes[param]);
    if (feature) codes.push(turnedOffCodes[feature]);
    if (access !== 'space-visitor' && access !== 'space-viewer') codes.push('membership_required');
    if (access === 'space-editor' || access === 'space-owner') codes.push('not_allowed');
  }
  if (query && 'cursor' in query.shape) codes.push('invalid_cursor');
  return codes;
}
