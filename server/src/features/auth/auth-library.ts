import { AsyncLocalStorage } from 'node:async_hooks';
import { hash, verify } from '@node-rs/argon2';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { Kysely } from 'kysely';
import type { ErrorCode } from '#contract/errors.ts';
import { sessionSeconds } from '#contract/session.ts';
import { deleteSessionsOf } from '#server/platform/auth/sessions.queries.ts';
import { createPool } from '#server/platform/db/database.ts';
import { databaseFailure } from '#server/platform/db/database-errors.ts';
import { ResilientDialect } from '#server/platform/db/resilient-dialect.ts';
import { AppError } from '#server/platform/errors.ts';
import { newId, newPersonId } from '#server/platform/ids.ts';
import { publish, userTopic } from '#server/platform/live/publish.ts';
import { enqueueMail } from '#server/platform/mail/enqueue-mail.ts';
import type { Platform } from '#server/platform/platform.ts';

export const resetSeconds = 60 * 60;

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const argon2id = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A password as it is stored. */
export async function hashPassword(password: string): Promise<string> {
  return await hash(password, argon2id);
}

/** The temporary failure of the database that the library call under way has met; the library hides some of them. */
const failures = new AsyncLocalStorage<{ error: unknown }>();
const noteFailure = (error: unknown) => {
  const call = failures.getStore();
  if (call && databaseFailure(error)) call.error ??= error;
};

const timestamps = { createdAt: 'created_at', updatedAt: 'updated_at' };

function libraryOptions(platform: Platform) {
  const { config, jobs } = platform;
  // The library expects dates as Date objects, so it reads through a small pool of its own.
  const pool = createPool(config.databaseUrl, 4, { applicationName: 'hearth-auth', plain: true });
  platform.onStop.push(() => pool.end());
  return {
    database: {
      db: new Kysely({ dialect: new ResilientDialect({ pool }, noteFailure) }),
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
    verification: { modelName: 'verifications', fields: { expiresAt: 'expires_at', ...timestamps } },
    emailVerification: {
      sendOnSignIn: true,
      sendVerificationEmail: async ({ user, token }) => {
        await enqueueMail(jobs, platform.db, {
          to: user.email,
          template: 'confirm-email',
          values: {
            full_name: user.name,
            confirm_url: `${platform.publicUrl()}/confirm-email?token=${encodeURIComponent(token)}`,
          },
        });
      },
    },
    emailAndPassword: {
      enabled: true,
      // The contract asked already, in characters; the library counts an emoji twice.
      minPasswordLength: 6,
      maxPasswordLength: 200,
      requireEmailVerification: config.requireEmailConfirmation,
      resetPasswordTokenExpiresIn: resetSeconds,
      password: {
        hash: hashPassword,
        verify: ({ hash: stored, password }) => verify(stored, password),
      },
      sendResetPassword: async ({ user, token }) => {
        await enqueueMail(jobs, platform.db, {
          to: user.email,
          template: 'reset-password',
          values: {
            full_name: user.name,
            reset_url: `${platform.publicUrl()}/reset-password?token=${encodeURIComponent(token)}`,
          },
        });
      },
      onPasswordReset: async ({ user }) => {
        await platform.db.transaction().execute(async (tx) => {
          const ended = await deleteSessionsOf(tx, user.id);
          await publish(tx, userTopic(user.id), 'session.ended', { session_ids: ended });
        });
      },
    },
  } satisfies BetterAuthOptions;
}

/** The sign-in library on the product's own tables: passwords, reset and confirmation tokens, session rows. */
export function createAuthLibrary(platform: Platform) {
  return betterAuth(libraryOptions(platform));
}
export type AuthLibrary = ReturnType<typeof createAuthLibrary>;

const libraryCodes: Record<string, ErrorCode> = {
  USER_ALREADY_EXISTS: 'email_taken',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email_taken',
  INVALID_EMAIL_OR_PASSWORD: 'invalid_credentials',
  EMAIL_NOT_VERIFIED: 'email_not_confirmed',
};

/**
 * Runs a library call and turns its refusals into Hearth's errors; `invalid` names the one for a bad token. A refusal because
 * the database failed is that failure.
 */
export async function callLibrary<T>(call: () => Promise<T>, invalid?: ErrorCode): Promise<T> {
  const failure: { error: unknown } = { error: null };
  try {
    return await failures.run(failure, call);
  } catch (error) {
    if (error instanceof APIError) {
      if (failure.error) throw failure.error;
      const code = libraryCodes[String(error.body?.code)] ?? invalid;
      if (code) throw new AppError(code, null, { cause: error });
    }
    throw error;
  }
}
