import { t } from '#contract/i18n/translate.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { EmailCheck } from '#server/platform/email/email-check.ts';
import { enqueueEmail } from '#server/platform/email/enqueue-email.ts';
import { toGreeting } from '#server/platform/email/greeting.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import type { Platform } from '#server/platform/platform.ts';
import { withLocale } from '#server/platform/reader-locale.ts';
import { reportUnavailable } from '#server/platform/unavailable.ts';
import { postReaders } from '../../access/index.ts';
import { toItemsValue } from '../delivery/bundle.email.ts';
import { unsubscribeCopy } from '../email/email-copy.ts';
import { needsConfirmedAddress } from '../email/email-notification.ts';
import { toUnsubscribeToken, unsubscribePath } from '../email/unsubscribe-token.ts';
import { digestEmail } from './digest.email.ts';
import {
  type DigestPost,
  type DueDigest,
  doPostsExist,
  findPageEnd,
  isDigestWanted,
  listBestPosts,
  listDueDigests,
  type MembershipPosition,
  recordDigest,
  recordDigestFailure,
  takeBackDigest,
} from './digests.queries.ts';

/** Memberships that one statement looks at, so that none takes long, however many there are. */
const pageSize = 2_000;
/** Posts in a digest. */
const maxPosts = 5;
/** After this many digests without a visit, every second one is left out. */
const streakToThin = 4;

const checkName = 'digest-is-wanted';

/** A digest that waits to be sent, and what was known of it before it was decided about. */
type QueuedDigest = Parameters<typeof isDigestWanted>[1] &
  Pick<DueDigest, 'since' | 'unread_streak' | 'was_thinned'> & { post_ids?: string[] };

/** Whether every second digest is left out from now on, or since some time. */
const isThinned = (streak: number) => streak >= streakToThin;

function toDetail({ author_name, like_count, comment_count }: DigestPost): string {
  const parts = [
    author_name,
    like_count > 0 && t('{count, plural, one {# like} other {# likes}}', { count: like_count }),
    comment_count > 0 && t('{count, plural, one {# comment} other {# comments}}', { count: comment_count }),
  ];
  return parts.filter((part) => part !== false).join(' · ');
}

function toValues(
  platform: Platform,
  digest: DueDigest,
  { posts, total }: { posts: DigestPost[]; total: number },
) {
  const { user_id, space_id, space_name: space, subdomain } = digest;
  const spaceUrl = `${platform.publicUrl()}/${subdomain}/space`;
  const token = toUnsubscribeToken(platform.secret, { user_id, space_id, type: 'digest' });
  const others = total - posts.length;
  return withLocale(digest.locale, () => ({
    headline: t('New in {space}: {title}', { space, title: posts[0]?.title ?? '' }),
    items: toItemsValue(
      posts.map((post) => ({
        sentence: post.title,
        detail: toDetail(post),
        url: `${spaceUrl}/${post.id}`,
      })),
    ),
    more:
      others > 0
        ? t('{count, plural, one {And # more post} other {And # more posts}}', { count: others })
        : '',
    thinned: isThinned(digest.unread_streak)
      ? t(
          "You haven't visited for a while, so you get every other digest. You'll get each one again once you visit.",
        )
      : '',
    space_name: space,
    space_url: spaceUrl,
    greeting: toGreeting(digest),
    unsubscribe_url: `${platform.publicUrl()}${unsubscribePath}${token}`,
    unsubscribe_question: t(unsubscribeCopy.digest.question, { space }),
  }));
}

/** Sends a digest that is due, unless it has nothing new, its reader was there today, or it is one of those left out. */
async function decide(platform: Platform, digest: DueDigest): Promise<void> {
  const { user_id, space_id, email, locale, unread_streak, was_thinned } = digest;
  await platform.db.transaction().execute(async (tx) => {
    const closed = await postReaders.listClosedTo(tx, space_id, user_id);
    const best = await listBestPosts(tx, digest, closed, maxPosts);
    const isWorthSending = best.total > 0 && !digest.is_skipped;
    const isLeftOut = isWorthSending && isThinned(unread_streak) && !was_thinned;
    const is_sent = isWorthSending && !isLeftOut;
    const decided = {
      is_sent,
      unread_streak: unread_streak + (is_sent ? 1 : 0),
      // Until one is sent, the next one isn't left out too.
      was_thinned: isLeftOut || (was_thinned && !is_sent),
    };
    if (!(await recordDigest(tx, digest, decided)) || !is_sent) return;
    const post_ids = best.posts.map(({ id }) => id);
    const before = { since: digest.since, unread_streak, was_thinned };
    const about: QueuedDigest = { user_id, space_id, email, queued_at: nowIso(), post_ids, ...before };
    await enqueueEmail(platform.jobs, tx, {
      to: email,
      locale,
      template: digestEmail,
      values: toValues(platform, digest, best),
      only_if: { check: checkName, about },
    });
  });
}

/** Decides about a digest. If it fails, it's tried again later, and the others aren't affected. */
async function tryToDecide(platform: Platform, digest: DueDigest): Promise<void> {
  try {
    await decide(platform, digest);
  } catch (error) {
    const { user_id, space_id } = digest;
    if (!reportUnavailable(platform.log, error))
      platform.log.warn({ err: error, user_id, space_id }, 'a digest failed');
    await recordDigestFailure(platform.db, digest);
  }
}

/** Decides about all digests that are due. `size` is how many memberships one statement looks at. */
export async function sendDueDigests(
  platform: Platform,
  { size = pageSize, stopping }: { size?: number; stopping?: AbortSignal } = {},
): Promise<void> {
  const { db, config } = platform;
  const confirmed_only = needsConfirmedAddress(config);
  let after: MembershipPosition | null = null;
  do {
    const until: MembershipPosition | null = await findPageEnd(db, after, size);
    for (const digest of await listDueDigests(db, { after, until, confirmed_only })) {
      if (stopping?.aborted) return;
      await tryToDecide(platform, digest);
    }
    after = until;
  } while (after !== null);
}

/**
 * Returns whether a digest is still to be sent. If its user can't read one of its posts anymore, it's dropped and decided about
 * again, without that post.
 */
const isWanted: EmailCheck = async ({ db }, about) => {
  const digest = about as QueuedDigest;
  // Those that an earlier version queued don't say which posts they have.
  const { user_id, post_ids = [] } = digest;
  const verdict = await isDigestWanted(db, digest);
  if (verdict !== true) return verdict;
  const entries = post_ids.map((post_id) => ({ user_id, post_id }));
  const readable = await postReaders.onlyReadable(db, entries);
  if (readable.length === entries.length && (await doPostsExist(db, post_ids))) return true;
  await takeBackDigest(db, digest, digest.queued_at);
  return false;
};

export const digestChecks: Record<string, EmailCheck> = { [checkName]: isWanted };

/** Sends digests, every quarter of an hour: 8:00 comes at another time in each time zone. */
export function sendDigestsJob(platform: Platform): JobKind {
  return {
    name: 'send-digests',
    schedule: '*/15 * * * *',
    run: (_data, stopping) => sendDueDigests(platform, { stopping }),
  };
}
