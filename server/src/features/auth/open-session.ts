import type { FastifyReply } from 'fastify';
import type { Platform } from '#server/platform/platform.ts';
import { createSession } from './create-session.ts';
import { startSession } from './session-response.ts';

/** Signs a person in without asking for their password: the caller has made sure of them. Sets the cookies. */
export async function openSession(platform: Platform, reply: FastifyReply, userId: string): Promise<void> {
  await startSession(platform, reply, await createSession(platform.db, userId));
}
