const authPaths = /^\/(login|signup|forgot-password|reset-password|confirm-email)(\/|$|\?)/;

/** A place on this site to go to after signing in; undefined for anything else, such as another site's address. */
export function toSafePath(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 500 || !/^\/(?![/\\])/.test(value)) return undefined;
  return authPaths.test(value) ? undefined : value;
}
