import type { FastifyReply } from 'fastify';
import type { Platform } from '#server/platform/platform.ts';
import { createSession } from './create-session.ts';
import { startSession } from './session-response.ts';

/** Logs a user in without a password and sets the cookies. The caller has authenticated them. */
export async function openSession(platform: Platform, reply: FastifyReply, userId: string): Promise<void> {
  await startSession(
    platform,
    reply,
    await createSession(platform.db, userId, reply.request.headers['user-agent']),
  );
}
