import { isLocalPath } from '#contract/values/local-path.ts';

const authPaths = /^\/(login|signup|forgot-password|reset-password|confirm-email)(\/|$|\?)/;

/**
 * Returns a path on this site for redirecting after sign-in; undefined for anything else, such as another site's
 * address.
 */
export function toSafePath(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 500 || !isLocalPath(value)) return undefined;
  return authPaths.test(value) ? undefined : value;
}

/**
 * Returns the address of the space that a path on this site belongs to, or leads to for joining; undefined for anything else: the
 * address alone could also be that of a page of the product.
 */
export function toSubdomain(path: string | undefined): string | undefined {
  return /^\/([a-z0-9-]+)(?:\/(?:space|post|about)(?![a-z0-9-])|(?:\?[^#]*)?#join$)/.exec(path ?? '')?.[1];
}
