import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { canReadSpace, requireFeature } from '#server/platform/access.ts';
import { nowMs } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import { isUuid } from '#server/platform/paging/cursor.ts';
import type { Platform } from '#server/platform/platform.ts';
import { toSlug } from '#server/platform/text/slug.ts';
import { eventLocator } from '../calendar.access.ts';
import { listIcsOfEvent, listIcsOfMember } from './ics.queries.ts';
import { findSubscriptionOwnerByToken, subscriptionPath } from './subscription-link.ts';
import { withoutLockedDetails } from './without-locked-details.ts';
import { writeCalendar } from './write-calendar.ts';

const day = 24 * 60 * 60 * 1000;
/** The time range of a member's calendar subscription around now, in milliseconds. */
const subscriptionRange = { past: 90 * day, ahead: 366 * day };

type FileRequest = FastifyRequest<{ Params: { name: string } }>;

const fileNameOf = (request: FileRequest) => /^(.+)\.ics$/.exec(request.params.name)?.[1] ?? '';

/** Sends a calendar file, or 304 if the client already has it. */
function sendCalendar(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
  maxAge: number,
): FastifyReply {
  const tag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  reply
    .header('etag', tag)
    .header('cache-control', maxAge === 0 ? 'private, no-cache' : `private, max-age=${maxAge}`)
    .header('x-robots-tag', 'noindex');
  if (request.headers['if-none-match'] === tag) return reply.code(304).send();
  return reply.type('text/calendar; charset=utf-8').send(text);
}

/**
 * Serves calendar files: one event (or its series) for people who can see it, and each member's subscription by its
 * secret link.
 */
export function icsRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, config, cookies } = platform;
  const context = () => ({ publicUrl: platform.publicUrl(), brand: config.brandName });

  app.get('/calendar/events/:name', async (request: FileRequest, reply) => {
    const eventId = fileNameOf(request).toLowerCase();
    if (!isUuid(eventId)) throw new AppError('event_not_found');
    const { scope, viewer } = await eventLocator.locateCaller(
      db,
      cookies.read(request.headers.cookie),
      eventId,
    );
    if (!scope || !canReadSpace(scope)) throw new AppError('event_not_found');
    requireFeature(scope, 'calendar');
    const userId = viewer?.user_id ?? null;
    const rows = await withoutLockedDetails(db, userId, await listIcsOfEvent(db, userId, eventId));
    const event = rows.find((row) => row.id === eventId);
    if (!event) throw new AppError('event_not_found');
    const fileName = toSlug(event.title, 60).replace(/[^a-z0-9-]/g, '') || 'event';
    reply.header('content-disposition', `attachment; filename="${fileName}.ics"`);
    return sendCalendar(request, reply, writeCalendar(rows, context()), 0);
  });

  app.get(`${subscriptionPath}:name`, async (request: FileRequest, reply) => {
    const owner = await findSubscriptionOwnerByToken(platform, fileNameOf(request));
    if (owner === null) throw new AppError('not_found');
    // Rounded to the hour, so that an unchanged calendar produces the same text.
    const hour = Math.floor(nowMs() / 3_600_000) * 3_600_000;
    const found = await listIcsOfMember(db, owner, {
      from: new Date(hour - subscriptionRange.past).toISOString(),
      to: new Date(hour + subscriptionRange.ahead).toISOString(),
    });
    const rows = await withoutLockedDetails(db, owner, found);
    const text = writeCalendar(rows, context(), { name: config.brandName, refreshed: true });
    return sendCalendar(request, reply, text, 900);
  });
}
