/**
 * Who can call an endpoint. The `space-…` levels are checked against the space in the path (`space_id`, `subdomain`,
 * or something in a space such as `post_id`). A space that the viewer can't see returns 404.
 */
export const accessLevels = [
  'public',
  'signed-in',
  'space-visitor',
  'space-viewer',
  'space-member',
  'space-editor',
  'space-owner',
] as const;
export type Access = (typeof accessLevels)[number];

/** Parts of a space that its owner can turn off. Their endpoints then return 404. */
export const spaceFeatures = ['calendar', 'classroom', 'map'] as const;
export type SpaceFeature = (typeof spaceFeatures)[number];
