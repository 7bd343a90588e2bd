import type { QueryClient } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import type { Account } from '#contract/users.ts';
import { sessionQuery } from '#web/features/auth/index.ts';
import { isPinOpened, PostCard } from '#web/features/posts/index.ts';
import { entityKey, readEntity } from '#web/lib/cache/entity-cache.ts';
import type { PageParts } from '#web/lib/page-parts.ts';

export type CardProps = ComponentProps<typeof PostCard>;

/** What a card shows of its space. */
const toCardSpace = ({ id, subdomain, categories, membership, permissions }: Space) => ({
  id,
  subdomain,
  categories,
  membership: membership && { role: membership.role, joined_at: '' },
  permissions,
});

const cardSpaces = new WeakMap<Space, { cardSpace: ReturnType<typeof toCardSpace>; json: string }>();

/** Returns what the cards of a page show of their space, and that as JSON. */
function cardSpaceOf(space: Space) {
  const known = cardSpaces.get(space);
  if (known) return known;
  const cardSpace = toCardSpace(space);
  const made = { cardSpace, json: JSON.stringify(cardSpace) };
  cardSpaces.set(space, made);
  return made;
}

/**
 * Returns what to render in place of a card, which is rendered once for all viewers who get the same post and may do the same with it.
 * Null if it must be rendered in its page.
 */
export function insertSharedCard(
  parts: PageParts,
  client: QueryClient,
  { id, space, isFirst, collapsesPin }: CardProps,
): string | null {
  const post = readEntity(client, 'post', id);
  if (!post) return null;
  const viewer = client.getQueryData<{ user: Account | null }>(sessionQuery.queryKey)?.user ?? null;
  const isRow = collapsesPin === 'opened' ? isPinOpened(client, viewer, id) : collapsesPin === 'always';
  const { cardSpace, json } = cardSpaceOf(space);
  return parts.insertShared({
    surroundings: ['address', 'minute'],
    subjects: [post],
    context: `${json} ${viewer !== null} ${isFirst} ${isRow}`,
    // The card finds no more of the space and of the viewer than this, so it can't depend on more.
    render: () => ({
      element: (
        <PostCard
          id={id}
          space={cardSpace as unknown as Space}
          isFirst={isFirst}
          collapsesPin={isRow ? 'always' : undefined}
        />
      ),
      queries: [
        [entityKey('post', id), post],
        [sessionQuery.queryKey, { session: null, user: viewer && { id: '' } }],
      ],
    }),
  });
}
