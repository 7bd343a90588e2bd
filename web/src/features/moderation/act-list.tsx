import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { LoggedAct } from '#contract/audit.ts';
import type { Space } from '#contract/spaces.ts';
import { RelativeTime } from '#web/lib/relative-time-text.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Card, EmptyState } from '#web/ui/card.tsx';
import { actText } from './act-texts.ts';
import { actPages } from './moderation.api.ts';
import { QueuePages } from './queue-pages.tsx';

/** Everything that those who run the space have done as such. */
export function ActList({ space }: { space: Space }) {
  const pages = useInfiniteQuery(actPages(space.id));
  const acts = pages.data?.pages.flatMap((page) => page.acts) ?? [];
  return (
    <QueuePages
      pages={pages}
      isEmpty={acts.length === 0}
      empty={
        <EmptyState title="Nothing yet">
          What owner and admins do here is written down: removals, bans, roles, settings.
        </EmptyState>
      }
    >
      <Card flush>
        <ol className="divide-y divide-line">
          {acts.map((act) => (
            <ActItem key={act.id} act={act} space={space} />
          ))}
        </ol>
      </Card>
    </QueuePages>
  );
}

function ActItem({ act, space }: { act: LoggedAct; space: Space }) {
  const { actor, post, details } = act;
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <Avatar id={actor?.id ?? ''} name={actor?.full_name} src={actor?.avatar_url} size="sm" />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">{actText(act)}</p>
        {post && (
          <p className="truncate text-sm">
            <Link
              to="/$subdomain/post/$postSlug"
              params={{ subdomain: space.subdomain, postSlug: post.slug }}
              search={act.comment_id ? { highlight_comment: act.comment_id } : {}}
              className="link"
              data-variant="text"
            >
              {post.title}
            </Link>
          </p>
        )}
        {details.reason && <p className="text-sm wrap-anywhere text-soft">{details.reason}</p>}
      </div>
      <RelativeTime at={act.created_at} className="flex-none text-sm text-faint" />
    </li>
  );
}
