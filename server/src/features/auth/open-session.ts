import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { sessionSeconds } from '#contract/session.ts';
import { nowMs } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import type { Platform } from '#server/platform/platform.ts';
import { insertSession } from './auth.queries.ts';
import { startSession } from './session-answer.ts';

/** Signs a person in without asking for their password: the caller has made sure of them. Sets the cookies. */
export async function openSession(platform: Platform, reply: FastifyReply, userId: string): Promise<void> {
  const token = randomBytes(24).toString('base64url');
  const expiresAt = new Date(nowMs() + sessionSeconds * 1000).toISOString();
  await insertSession(platform.db, { id: newId(), user_id: userId, token, expires_at: expiresAt });
  await startSession(platform, reply, token);
}
