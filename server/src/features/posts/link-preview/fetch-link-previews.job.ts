import { nowIso, nowMs } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { type HookContext, runHooks } from '#server/platform/lifecycle.ts';
import { feedChannel, postChannel, publish } from '#server/platform/live/publish.ts';
import {
  FetchError,
  type FetchPolicy,
  fetchLimited,
  type Limits,
  publicInternetPolicy,
} from '#server/platform/outgoing/fetch-limited.ts';
import type { Platform } from '#server/platform/platform.ts';
import { reportUnavailable, unavailableReason } from '#server/platform/unavailable.ts';
import { attachUploads } from '../../uploads/index.ts';
import { findPost } from '../posts.queries.ts';
import { toPost, toPublishedPost, withoutBody } from '../posts.view.ts';
import { copyImage } from './copy-image.ts';
import { canRetry, claimWaitingLink, updateLinkingPosts, updateLinkPreview } from './link-preview.queries.ts';
import { decodePage, type PageMetadata, readPage } from './read-page.ts';

export const fetchLinkPreviews = 'fetch-link-previews';

/** How long a claimed address is reserved, in milliseconds; longer than a fetch can take. */
const claimDuration = 60_000;
/** Addresses read in one run; the next run continues. */
const batchSize = 20;
/** Posts updated live when their link is read; older posts show the preview when they are loaded again. */
const maxPublishedPosts = 50;

const pageLimits = {
  milliseconds: 5_000,
  bytes: 512 * 1024,
  redirects: 3,
  type: /^\s*(text\/html|application\/xhtml\+xml)\b/i,
  accept: 'text/html,application/xhtml+xml',
  cut: true,
} satisfies Omit<Limits, 'userAgent'>;

type Parts = HookContext & Pick<Platform, 'db' | 'log' | 'files'>;

async function readMetadata(
  url: string,
  policy: FetchPolicy,
  userAgent: string,
): Promise<PageMetadata | null> {
  const page = await fetchLimited(url, { ...pageLimits, userAgent }, policy);
  return readPage(decodePage(page.body, page.content_type), page.url);
}

/** Publishes the latest posts that link there. */
async function publishPosts(tx: Tx, url: string): Promise<void> {
  for (const id of await updateLinkingPosts(tx, url, maxPublishedPosts)) {
    const row = await findPost(tx, null, id);
    if (!row) continue;
    await publish(tx, [feedChannel(row), postChannel(id)], 'post.changed', {
      post: toPublishedPost(toPost(withoutBody(row))),
    });
  }
}

/** An uploaded copy of a page's image, and whose storage it uses. */
interface CopiedImage {
  upload_id: string;
  user_id: string;
}

/**
 * Saves a page's metadata, then publishes the posts that link there; hooks do so with other content. Each has a transaction of
 * its own, because writers of posts and messages lock these before the preview.
 */
export async function saveLinkPreview(
  context: HookContext & Pick<Platform, 'db'>,
  url: string,
  metadata: StoredMetadata | null,
  image: CopiedImage | null,
): Promise<void> {
  const { db } = context;
  await db.transaction().execute(async (tx) => {
    if (image) {
      const { upload_id, user_id } = image;
      const purpose = 'link_image' as const;
      await attachUploads(tx, { user_id, space_id: null, purpose, upload_ids: [upload_id], at: nowIso() });
    }
    const saved = metadata && { ...metadata, image_id: image?.upload_id ?? null };
    await updateLinkPreview(tx, url, nowIso(), saved);
  });
  if (!metadata) return;
  await db.transaction().execute((tx) => publishPosts(tx, url));
  await db.transaction().execute((tx) => runHooks(tx, context, 'linkPreviewed', { url }));
}

/**
 * Reads the page's metadata and copies its image, if there is one that can be copied. Throws when the server itself cannot
 * store the image right now and a later run may try again.
 */
async function readLink(
  parts: Parts,
  { url, attempts }: { url: string; attempts: number },
  policy: FetchPolicy,
) {
  const userAgent = `HearthLinkPreview/1.0 (+${parts.publicUrl()})`;
  const metadata = await readMetadata(url, policy, userAgent);
  const { image_url } = metadata ?? {};
  if (!metadata || !image_url) return { metadata, image: null };
  const image = await copyImage(parts, { url, image_url }, policy, userAgent).catch((error: unknown) => {
    if (unavailableReason(error) && canRetry(attempts)) throw error;
    return null;
  });
  return { metadata, image };
}

/** Reads the waiting addresses one by one. If two runs overlap, each address is read by one of them. */
export async function readWaitingLinks(
  parts: Parts,
  policy: FetchPolicy = publicInternetPolicy,
): Promise<void> {
  const { db, log } = parts;
  for (let done = 0; done < batchSize; done += 1) {
    const link = await claimWaitingLink(db, nowIso(), new Date(nowMs() + claimDuration).toISOString());
    if (!link) return;
    let read: Awaited<ReturnType<typeof readLink>> = { metadata: null, image: null };
    try {
      read = await readLink(parts, link, policy);
    } catch (error) {
      const reason = error instanceof FetchError ? error.message : 'network';
      if (!reportUnavailable(log, error)) log.debug({ reason }, 'could not read a linked page');
      // Network errors, and faults of this server, are retried by a later run, once the claim has expired.
      if (!(error instanceof FetchError) && canRetry(link.attempts)) continue;
    }
    const { metadata, image } = read;
    await saveLinkPreview(parts, link.url, metadata && toStoredMetadata(metadata), image);
  }
}

type StoredMetadata = Pick<PageMetadata, 'title' | 'description' | 'site_name'>;

const toStoredMetadata = ({ title, description, site_name }: PageMetadata): StoredMetadata => ({
  title,
  description,
  site_name,
});

/** Reads the pages that posts link to: right after posting, and every minute. */
export function linkPreviewJob(platform: Platform): JobKind {
  return {
    name: fetchLinkPreviews,
    schedule: '* * * * *',
    retries: 0,
    run: async () => {
      if (platform.config.linkPreviews) await readWaitingLinks(platform);
    },
  };
}

/**
 * Starts reading the page that a new text links to right away instead of within a minute. A failure here is logged and
 * never fails the post.
 */
export async function enqueueLinkPreviewsNow(
  platform: Pick<Platform, 'db' | 'jobs' | 'config' | 'log'>,
  body: string,
): Promise<void> {
  if (/<a [^>]*href="http/.test(body)) await enqueueLinkPreviews(platform);
}

/** The same for a text that has a link. */
export async function enqueueLinkPreviews({
  db,
  jobs,
  config,
  log,
}: Pick<Platform, 'db' | 'jobs' | 'config' | 'log'>): Promise<void> {
  if (!config.linkPreviews) return;
  await jobs.enqueue(db, fetchLinkPreviews, {}).catch((error: unknown) => {
    log.warn({ err: error }, 'link preview not enqueued; the next scheduled run will handle it');
  });
}
