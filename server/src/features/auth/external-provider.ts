import * as openid from 'openid-client';
import { nowMs } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { explainFailure, isClientError, isOutage } from './external-failure.ts';

/** What one sign-in must come back with; made by `start`, kept by the browser that began it. */
export interface ExternalSecrets {
  state: string;
  nonce: string;
  verifier: string;
}

/** What the provider states about a person. Nothing in it has been checked beyond its origin. */
export interface ExternalIdentity {
  issuer: string;
  subject: string;
  /** Asks the provider for what it did not put into the token. @throws AppError as `exchange` does. */
  readClaims(): Promise<Record<string, unknown>>;
}

export interface ExternalProvider {
  /** The address to send the browser to. @throws AppError `external_sign_in_unavailable`. */
  start(secrets: ExternalSecrets): Promise<string>;
  /**
   * Exchanges a code for a proven identity.
   * @throws AppError `external_sign_in_failed` or `external_sign_in_unavailable`.
   */
  exchange(respond: { code: string; iss?: string }, secrets: ExternalSecrets): Promise<ExternalIdentity>;
}

/** Seconds that one request to the provider may take. */
const timeout = 10;
/** How long what the provider says of itself is believed, in milliseconds. */
const discoveryAge = 60 * 60 * 1000;

type Settings = NonNullable<Platform['config']['oidc']>;

/** The OpenID Connect provider of the settings; it is asked about itself when first needed. */
export function createExternalProvider(platform: Platform, settings: Settings): ExternalProvider {
  const clientAuth = createClientAuth(settings.clientSecret);
  const discover = createDiscovery(platform, settings, clientAuth.authenticate);
  const callbackUrl = () => new URL(`${platform.publicUrl()}/auth/callback`);

  const ask = async <T>(question: () => Promise<T>): Promise<T> => {
    try {
      return await question();
    } catch (error) {
      const code = isOutage(error) ? 'external_sign_in_unavailable' : 'external_sign_in_failed';
      platform.log.warn({ reason: explainFailure(error) }, 'an external sign-in failed');
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

    async exchange(respond, { state, nonce, verifier }) {
      const configuration = await discover();
      const url = callbackUrl();
      url.searchParams.set('code', respond.code);
      url.searchParams.set('state', state);
      if (respond.iss !== undefined) url.searchParams.set('iss', respond.iss);
      const grant = () =>
        openid.authorizationCodeGrant(configuration, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
      return await ask(async () => {
        const tokens = await grant().catch((error: unknown) => {
          if (isClientError(error) && clientAuth.tryOther(configuration.serverMetadata())) return grant();
          throw error;
        });
        const claims = tokens.claims();
        // The standard's own bound, and nothing that the database could not keep.
        if (!claims || !/^[^\p{Cc}\p{Cs}]{1,255}$/u.test(claims.sub))
          throw new Error('the token names nobody');
        const { iss: issuer, sub: subject } = claims;
        const readClaims = async () => {
          if (claims.email !== undefined || !configuration.serverMetadata().userinfo_endpoint) return claims;
          // Many providers tell the address and the names only here. Whether an address is verified is taken from
          // where the address itself comes from.
          const more = await ask(() => openid.fetchUserInfo(configuration, tokens.access_token, subject));
          return { ...claims, email_verified: undefined, ...more };
        };
        return { issuer, subject, readClaims };
      });
    },
  };
}

/** Reads and keeps the provider's own description; an old one serves on while no new one can be had. */
function createDiscovery(
  platform: Platform,
  settings: Settings,
  authenticate: openid.ClientAuth,
): () => Promise<openid.Configuration> {
  let kept: { configuration: openid.Configuration; at: number } | null = null;
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
            // Without this the library trusts the connection and leaves the token's signature unread.
            openid.enableNonRepudiationChecks,
            ...(issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
          ],
        },
      );
      kept = { configuration, at: nowMs() };
      return configuration;
    } catch (error) {
      platform.log.warn(
        { reason: explainFailure(error) },
        'the sign-in provider of OIDC_ISSUER could not be read',
      );
      if (kept) return kept.configuration;
      throw new AppError('external_sign_in_unavailable', null, { cause: error });
    }
  };

  return async () => {
    if (kept && nowMs() - kept.at < discoveryAge) return kept.configuration;
    pending ??= read().finally(() => {
      pending = null;
    });
    return await pending;
  };
}

/**
 * How this server proves itself to the provider: the standard's way where the provider takes it. Some list both ways and
 * still take only the one that was chosen at registration, so a refused one can be exchanged for the other.
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
