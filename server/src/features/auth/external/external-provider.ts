import * as openid from 'openid-client';
import { nowMs } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { explainFailure, isClientError, isOutage } from './external-failure.ts';

/** The values that a sign-on must return with; created at its start and kept by the browser. */
export interface ExternalSecrets {
  state: string;
  nonce: string;
  verifier: string;
}

/** What the provider states about a person. Only its origin has been verified. */
export interface ExternalIdentity {
  issuer: string;
  subject: string;
  /** Fetches claims that aren't in the token. @throws AppError as `exchange` does */
  readClaims(): Promise<Record<string, unknown>>;
}

export interface ExternalProvider {
  /** Returns the URL to send the browser to. @throws AppError `external_sign_in_unavailable` */
  start(secrets: ExternalSecrets): Promise<string>;
  /**
   * Exchanges a code for a verified identity.
   * @throws AppError `external_sign_in_failed` or `external_sign_in_unavailable`
   */
  exchange(callback: { code: string; iss?: string }, secrets: ExternalSecrets): Promise<ExternalIdentity>;
}

/** Timeout of one request to the provider, in seconds. */
const timeout = 10;
/** How long the provider's metadata is cached, in milliseconds. */
const discoveryAge = 60 * 60 * 1000;

type Settings = NonNullable<Platform['config']['oidc']>;

/** Returns the configured OpenID Connect provider. Its metadata is fetched when first needed. */
export function createExternalProvider(platform: Platform, settings: Settings): ExternalProvider {
  const clientAuth = createClientAuth(settings.clientSecret);
  const discover = createDiscovery(platform, settings, clientAuth.authenticate);
  const callbackUrl = () => new URL(`${platform.publicUrl()}/auth/callback`);

  const mapErrors = async <T>(request: () => Promise<T>): Promise<T> => {
    try {
      return await request();
    } catch (error) {
      const code = isOutage(error) ? 'external_sign_in_unavailable' : 'external_sign_in_failed';
      platform.log.warn({ reason: explainFailure(error) }, 'single sign-on failed');
      throw new AppError(code, null, { cause: error });
    }
  };

  return {
    async start({ state, nonce, verifier }) {
      const configuration = await discover();
      return openid.buildAuthorizationUrl(configuration, {
        redirect_uri: callbackUrl().href,
        scope: settings.scopes,
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }).href;
    },

    async exchange(callback, { state, nonce, verifier }) {
      const configuration = await discover();
      const url = callbackUrl();
      url.searchParams.set('code', callback.code);
      url.searchParams.set('state', state);
      if (callback.iss !== undefined) url.searchParams.set('iss', callback.iss);
      const grant = () =>
        openid.authorizationCodeGrant(configuration, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
      return await mapErrors(async () => {
        const tokens = await grant().catch((error: unknown) => {
          if (isClientError(error) && clientAuth.tryOther(configuration.serverMetadata())) return grant();
          throw error;
        });
        const claims = tokens.claims();
        // The maximum length in the standard, and no characters that the database can't store.
        if (!claims || !/^[^\p{Cc}\p{Cs}]{1,255}$/u.test(claims.sub))
          throw new Error('The token has no valid subject');
        const { iss: issuer, sub: subject } = claims;
        const readClaims = async () => {
          if (claims.email !== undefined || !configuration.serverMetadata().userinfo_endpoint) return claims;
          // Many providers send the address and the names only here. `email_verified` is always taken from the same
          // source as the address.
          const more = await mapErrors(() =>
            openid.fetchUserInfo(configuration, tokens.access_token, subject),
          );
          return { ...claims, email_verified: undefined, ...more };
        };
        return { issuer, subject, readClaims };
      });
    },
  };
}

/** Fetches and caches the provider's metadata. Expired metadata is used while fetching fails. */
function createDiscovery(
  platform: Platform,
  settings: Settings,
  authenticate: openid.ClientAuth,
): () => Promise<openid.Configuration> {
  let cached: { configuration: openid.Configuration; at: number } | null = null;
  let pending: Promise<openid.Configuration> | null = null;

  const read = async (): Promise<openid.Configuration> => {
    const issuer = new URL(settings.issuer);
    try {
      const configuration = await openid.discovery(
        issuer,
        settings.clientId,
        settings.clientSecret,
        authenticate,
        {
          timeout,
          execute: [
            // Without this the library trusts the connection and doesn't verify the token's signature.
            openid.enableNonRepudiationChecks,
            ...(issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
          ],
        },
      );
      cached = { configuration, at: nowMs() };
      return configuration;
    } catch (error) {
      platform.log.warn(
        { reason: explainFailure(error) },
        'metadata of the provider OIDC_ISSUER could not be fetched',
      );
      if (cached) return cached.configuration;
      throw new AppError('external_sign_in_unavailable', null, { cause: error });
    }
  };

  return async () => {
    if (cached && nowMs() - cached.at < discoveryAge) return cached.configuration;
    pending ??= read().finally(() => {
      pending = null;
    });
    return await pending;
  };
}

/**
 * How this server authenticates to the provider: with the standard's default method if the provider supports it. Some
 * providers list both methods but accept only the one chosen at registration, so a rejected one can be replaced by
 * the other.
 */
function createClientAuth(secret: string) {
  const basic = openid.ClientSecretBasic(secret);
  const post = openid.ClientSecretPost(secret);
  let preferred = 'client_secret_basic';
  const methodsOf = (server: openid.ServerMetadata) =>
    server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const authenticate: openid.ClientAuth = (server, ...rest) => {
    const methods = methodsOf(server);
    const method = methods.includes(preferred) ? preferred : methods[0];
    (method === 'client_secret_post' ? post : basic)(server, ...rest);
  };
  const tryOther = (server: openid.ServerMetadata): boolean => {
    const other = preferred === 'client_secret_basic' ? 'client_secret_post' : 'client_secret_basic';
    if (!methodsOf(server).includes(other)) return false;
    preferred = other;
    return true;
  };
  return { authenticate, tryOther };
}
