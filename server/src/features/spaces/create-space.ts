import { t } from '#contract/i18n/translate.ts';
import { reservedSubdomains } from '#contract/values/reserved-subdomains.ts';
import type { SpaceTopic } from '#contract/values/topics.ts';
import type { Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import { type Database, isUniqueViolation, type Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import {
  defineRateLimit,
  type RateLimits,
  waitText,
  windows,
} from '#server/platform/http/limits/rate-limit.ts';
import { newId } from '#server/platform/ids.ts';
import { type HookContext, runHooks } from '#server/platform/lifecycle.ts';
import { publish, userChannel } from '#server/platform/live/publish.ts';
import { startMembership } from '../members/index.ts';
import { insertGuide } from './setup/setup.queries.ts';
import { insertSpace } from './space-lifecycle.queries.ts';
import { insertCategory } from './spaces.queries.ts';

export interface NewSpace {
  name: string;
  subdomain: string;
  description?: string | undefined;
  is_private: boolean;
  primary_color: string;
  topic?: SpaceTopic | null | undefined;
  /** Dollars a month; null for a free space. */
  price_per_month?: number | null | undefined;
}

const createSpaceLimit = defineRateLimit('create-space', { perSubject: 5, seconds: windows.day });

/** @throws AppError `space_limit_reached` with `{retry_after}` in seconds */
async function enforceDailyLimit(tx: Tx, rateLimits: RateLimits, userId: string): Promise<void> {
  const wait = await rateLimits.take(tx, createSpaceLimit, { each: userId });
  if (wait === 0) return;
  const message = t('You can create up to {limit, number} spaces a day. Try again in {wait}.', {
    limit: createSpaceLimit.perSubject,
    wait: waitText(wait),
  });
  throw new AppError('space_limit_reached', { retry_after: wait }, { message });
}

/**
 * Creates a space with its owner as member, the category 'General Discussion' and the setup guide, all or nothing, and
 * returns its id. With `isLimited`, a user can create five a day; an attempt that fails doesn't count.
 * @throws AppError `subdomain_reserved`, `subdomain_taken`, `space_limit_reached`
 */
export async function createSpace(
  context: HookContext & { db: Database },
  viewer: Viewer,
  input: NewSpace,
  { isLimited = false } = {},
): Promise<string> {
  if (reservedSubdomains.has(input.subdomain)) throw new AppError('subdomain_reserved');
  const at = nowIso();
  const spaceId = newId();
  const price = input.price_per_month ? Math.round(input.price_per_month * 100) / 100 : null;
  try {
    await context.db.transaction().execute(async (tx) => {
      if (isLimited) await enforceDailyLimit(tx, context.rateLimits, viewer.user_id);
      await insertSpace(tx, {
        id: spaceId,
        name: input.name,
        subdomain: input.subdomain,
        owner_id: viewer.user_id,
        description: input.description || null,
        is_private: input.is_private,
        primary_color: input.primary_color,
        topic: input.topic ?? null,
        pricing_type: price === null ? 'free' : 'paid',
        price_per_month: price,
        created_at: at,
        updated_at: at,
      });
      // Before the membership, whose hooks lock points: accounts are locked before those.
      await runHooks(tx, context, 'spaceCreated', {
        space_id: spaceId,
        user_id: viewer.user_id,
        created_at: at,
      });
      await startMembership(tx, context, {
        space_id: spaceId,
        user_id: viewer.user_id,
        role: 'owner',
        joined_at: at,
      });
      await insertCategory(tx, {
        id: newId(),
        space_id: spaceId,
        name: t('General Discussion'),
        icon: '💬',
        created_by: viewer.user_id,
        created_at: at,
      });
      await insertGuide(
        tx,
        { space_id: spaceId, user_id: viewer.user_id },
        { done: input.description ? ['description'] : [], at },
      );
      await publish(tx, userChannel(viewer.user_id), 'membership.changed', {
        space_id: spaceId,
        role: 'owner',
      });
    });
  } catch (error) {
    if (isUniqueViolation(error, 'spaces_subdomain_key')) {
      throw new AppError('subdomain_taken', null, { cause: error });
    }
    throw error;
  }
  return spaceId;
}
