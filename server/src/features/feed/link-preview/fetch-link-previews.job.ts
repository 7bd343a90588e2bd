import { nowIso, nowMs } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { postTopic, publish, spaceTopic } from '#server/platform/live/publish.ts';
import type { Platform } from '#server/platform/platform.ts';
import { attachUploads } from '../../uploads/index.ts';
import { findPost } from '../feed.queries.ts';
import { toPost, toPublishedPost, withoutBody } from '../feed.view.ts';
import { copyImage } from './copy-image.ts';
import {
  FetchError,
  type FetchPolicy,
  fetchLimited,
  type Limits,
  publicInternetPolicy,
} from './fetch-limited.ts';
import {
  claimWaitingLink,
  mayTryAgain,
  updateLinkingPosts,
  updateLinkPreview,
} from './link-preview.queries.ts';
import { decodePage, type PageMetadata, readPage } from './read-page.ts';

export const fetchLinkPreviews = 'fetch-link-previews';

/** How long an address belongs to the one who took it: longer than fetching can last. */
const claim = 60_000;
/** Addresses read in one run; the next run goes on. */
const batch = 20;
/** Posts that are told at once of what their page says; the others show it when they are read anew. */
const maxPublished = 50;

const pageLimits = {
  milliseconds: 5_000,
  bytes: 512 * 1024,
  redirects: 3,
  type: /^\s*(text\/html|application\/xhtml\+xml)\b/i,
  accept: 'text/html,application/xhtml+xml',
  cut: true,
} satisfies Omit<Limits, 'userAgent'>;

type Parts = Pick<Platform, 'db' | 'log' | 'publicUrl' | 'config' | 'files'>;

async function readMetadata(
  url: string,
  reach: FetchPolicy,
  userAgent: string,
): Promise<PageMetadata | null> {
  const page = await fetchLimited(url, { ...pageLimits, userAgent }, reach);
  return readPage(decodePage(page.body, page.content_type), page.url);
}

/** Tells the readers of the latest posts that link there. */
async function publishPosts(tx: Tx, url: string): Promise<void> {
  for (const id of await updateLinkingPosts(tx, url, maxPublished)) {
    const row = await findPost(tx, null, id);
    if (!row) continue;
    await publish(tx, [spaceTopic(row.space_id), postTopic(id)], 'post.changed', {
      post: toPublishedPost(toPost(withoutBody(row))),
    });
  }
}

/** Keeps what a page says about itself and shows it on the posts that link there. */
export async function saveLinkPreview(
  tx: Tx,
  url: string,
  copy: Parameters<typeof updateLinkPreview>[3],
): Promise<void> {
  await updateLinkPreview(tx, url, nowIso(), copy);
  if (copy) await publishPosts(tx, url);
}

/** The page's words and, where it has one that can be copied, its picture. */
async function readLink(parts: Parts, url: string, reach: FetchPolicy) {
  const userAgent = `HearthLinkPreview/1.0 (+${parts.publicUrl()})`;
  const copy = await readMetadata(url, reach, userAgent);
  const { image_url } = copy ?? {};
  if (!copy || !image_url) return { copy, image: null };
  const image = await copyImage(parts, { url, image_url }, reach, userAgent).catch(() => null);
  return { copy, image };
}

/** Reads the addresses that wait, one after the other. Run twice at once, each address is read by one of them. */
export async function readWaitingLinks(
  parts: Parts,
  reach: FetchPolicy = publicInternetPolicy,
): Promise<void> {
  const { db, log } = parts;
  for (let done = 0; done < batch; done += 1) {
    const link = await claimWaitingLink(db, nowIso(), new Date(nowMs() + claim).toISOString());
    if (!link) return;
    let read: Awaited<ReturnType<typeof readLink>> = { copy: null, image: null };
    try {
      read = await readLink(parts, link.url, reach);
    } catch (error) {
      const reason = error instanceof FetchError ? error.message : 'network';
      log.debug({ reason }, 'a linked page was not read');
      // What the network broke is tried again by a later run, once the claim is over.
      if (!(error instanceof FetchError) && mayTryAgain(link.attempts)) continue;
    }
    const { copy, image } = read;
    await db.transaction().execute(async (tx) => {
      if (image) {
        const { upload_id, user_id } = image;
        const purpose = 'link_image' as const;
        await attachUploads(tx, { user_id, space_id: null, purpose, upload_ids: [upload_id], at: nowIso() });
      }
      await saveLinkPreview(
        tx,
        link.url,
        copy && { ...toMetadata(copy), image_id: image?.upload_id ?? null },
      );
    });
  }
}

const toMetadata = ({ title, description, site_name }: PageMetadata) => ({ title, description, site_name });

/** Reads the pages that posts link to, soon after they were written and by the clock. */
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

/** Has the page that a new text links to read at once, rather than within a minute. Posting never fails for it. */
export async function hurryLinkPreviews(
  { db, jobs, config, log }: Pick<Platform, 'db' | 'jobs' | 'config' | 'log'>,
  body: string,
): Promise<void> {
  if (!config.linkPreviews || !/<a [^>]*href="http/.test(body)) return;
  await jobs.enqueue(db, fetchLinkPreviews, {}).catch((error: unknown) => {
    log.warn({ err: error }, 'reading a linked page waits for the clock');
  });
}
