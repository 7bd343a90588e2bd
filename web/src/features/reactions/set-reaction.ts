import type { QueryClient } from '@tanstack/react-query';
import { t } from '#contract/i18n/translate.ts';
import {
  countOf,
  hasReacted,
  type ReactionTotals,
  type ViewerReactions,
  withCount,
  withReaction,
} from '#contract/values/reactions.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { patchEntity, readEntity } from '#web/lib/cache/entity-cache.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { untilOnline } from '#web/lib/live/reconnect.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { type ReactionKey, sendReaction } from './reactions.api.ts';

interface Reactions extends ReactionTotals, ViewerReactions {
  version: number;
}

/** The requested state of each reaction while a request is in flight: by id of the target, then by kind. */
const pending = new Map<string, Map<string, boolean>>();

function setPending({ id, kind }: ReactionKey, isGiven: boolean | null): void {
  const kinds = pending.get(id) ?? new Map<string, boolean>();
  if (isGiven === null) kinds.delete(kind);
  else kinds.set(kind, isGiven);
  if (kinds.size > 0) pending.set(id, kinds);
  else pending.delete(id);
}

/** Returns what the viewer gave, with the requests that are in flight: these are newer than events and responses. */
export function withPending<T extends ViewerReactions>(id: string, reactions: T): T {
  let now = reactions;
  for (const [kind, isGiven] of pending.get(id) ?? [])
    if (hasReacted(now, kind) !== isGiven) now = { ...now, ...withReaction(now, kind, isGiven) };
  return now;
}

/** Applies the totals of an event, and the reaction of its actor if that is the viewer on another page or device. */
export function applyReactions<T extends ViewerReactions>(
  id: string,
  target: T,
  actor: { user_id: string; kind: string; is_given: boolean } | null,
  viewerId: string | null,
): T {
  if (!actor || actor.user_id !== viewerId) return target;
  return withPending(id, { ...target, ...withReaction(target, actor.kind, actor.is_given) });
}

function show(client: QueryClient, { target, id, kind }: ReactionKey, isGiven: boolean): void {
  patchEntity(client, target, id, (now) =>
    hasReacted(now, kind) === isGiven
      ? {}
      : {
          ...withReaction(now, kind, isGiven),
          ...withCount(now, kind, countOf(now, kind) + (isGiven ? 1 : -1)),
        },
  );
}

/**
 * Gives or takes back a reaction optimistically. Requests are sent one at a time, and wait while this page is
 * offline; if the button is pressed again meanwhile, only the last state counts. On failure it reverts the change and shows a toast.
 */
export async function setReaction(client: QueryClient, key: ReactionKey, isGiven: boolean): Promise<void> {
  const { target, id, kind } = key;
  const before = readEntity(client, target, id);
  if (!before) return;
  const isSending = pending.get(id)?.has(kind) === true;
  setPending(key, isGiven);
  show(client, key, isGiven);
  if (isSending) return;

  let confirmed: Reactions = before;
  try {
    for (;;) {
      const online = untilOnline();
      if (online) await online;
      const requested = pending.get(id)?.get(kind) === true;
      confirmed = await sendReaction(getApiClient(client), key, requested);
      if (pending.get(id)?.get(kind) === requested) break;
    }
    setPending(key, null);
    patchEntity(client, target, id, withPending(id, confirmed));
  } catch (error) {
    setPending(key, null);
    // Counts from events that arrived meanwhile are newer than the saved ones.
    patchEntity(client, target, id, (now) => ({
      ...withReaction(now, kind, hasReacted(confirmed, kind)),
      ...(now.version > confirmed.version ? {} : withCount(now, kind, countOf(confirmed, kind))),
    }));
    toast({
      title: toFailure(kind, isGiven),
      description: toMessage(error, t('Please try again.')),
      variant: 'destructive',
    });
  }
}

function toFailure(kind: string, isGiven: boolean): string {
  if (kind === 'like') return isGiven ? t("Couldn't like this") : t("Couldn't remove your like");
  return isGiven ? t("Couldn't add your reaction") : t("Couldn't remove your reaction");
}
