const authPaths = /^\/(login|signup|forgot-password|reset-password|confirm-email)(\/|$|\?)/;

/**
 * Returns a path on this site for redirecting after sign-in; undefined for anything else, such as another site's
 * address.
 */
export function toSafePath(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 500 || !/^\/(?![/\\])/.test(value)) return undefined;
  return authPaths.test(value) ? undefined : value;
}
