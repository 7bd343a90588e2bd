import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { Kysely } from 'kysely';
import type { ErrorCode } from '#contract/errors.ts';
import { sessionSeconds } from '#contract/session.ts';
import { createPool } from '#server/platform/db/database.ts';
import { ResilientDialect } from '#server/platform/db/resilient-dialect.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId, newPersonId } from '#server/platform/ids.ts';
import type { Platform } from '#server/platform/platform.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

const timestamps = { createdAt: 'created_at', updatedAt: 'updated_at' };

function libraryOptions(platform: Platform) {
  const { config } = platform;
  // The library expects dates as Date objects, so it reads through a small connection pool of its own.
  const pool = createPool(config.databaseUrl, 4, { applicationName: 'hearth-auth', plain: true });
  platform.onStop.push(() => pool.end());
  return {
    database: {
      db: new Kysely({ dialect: new ResilientDialect({ pool }) }),
      type: 'postgres',
      transaction: true,
    },
    secret: platform.secret,
    baseURL: config.publicUrl ?? 'http://localhost',
    logger: { disabled: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    advanced: { database: { generateId: ({ model }) => (model === 'user' ? newPersonId() : newId()) } },
    user: {
      modelName: 'users',
      fields: { name: 'full_name', emailVerified: 'email_verified', image: 'avatar_url', ...timestamps },
      additionalFields: {
        first_name: { type: 'string', required: true },
        last_name: { type: 'string', required: true },
        username: { type: 'string', required: true },
        profile_url: { type: 'string', required: true },
      },
    },
    session: {
      modelName: 'sessions',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        ...timestamps,
      },
      expiresIn: sessionSeconds,
    },
    account: {
      modelName: 'accounts',
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        ...timestamps,
      },
    },
    emailAndPassword: {
      enabled: true,
      // The contract has already checked the length, in characters; the library counts an emoji twice.
      minPasswordLength: 6,
      maxPasswordLength: 200,
      requireEmailVerification: config.requireEmailConfirmation,
      password: {
        hash: hashPassword,
        verify: ({ hash: stored, password }) => verifyPassword(stored, password),
      },
    },
  } satisfies BetterAuthOptions;
}

/** The authentication library on the product's own tables: it checks passwords and writes session rows. */
export function createAuthLibrary(platform: Platform) {
  return betterAuth(libraryOptions(platform));
}
export type AuthLibrary = ReturnType<typeof createAuthLibrary>;

const libraryCodes: Record<string, ErrorCode> = {
  INVALID_EMAIL_OR_PASSWORD: 'invalid_credentials',
  EMAIL_NOT_VERIFIED: 'email_not_confirmed',
};

/** Runs a library call and turns its errors into Hearth's. Other errors, such as a database failure, pass through. */
export async function callLibrary<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof APIError) {
      const code = libraryCodes[String(error.body?.code)];
      if (code) throw new AppError(code, null, { cause: error });
    }
    throw error;
  }
}
