import type { Space } from '#contract/spaces.ts';
import { useEntity } from '#web/lib/entity-cache.ts';
import { RelativeTime } from '#web/lib/relative-time-text.tsx';
import { useTopic } from '#web/lib/use-live.ts';

/** One post with its body. */
export function PostScreen({ postId }: { space: Space; postId: string }) {
  const post = useEntity('post', postId);
  useTopic(`post:${postId}`, null);
  if (!post) return null;
  return (
    <article className="rounded-lg border border-line bg-surface p-5">
      <p className="text-sm text-soft">
        {post.author.full_name} · <RelativeTime at={post.created_at} />
      </p>
      <h1 className="mt-1 text-2xl">{post.title}</h1>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitises every body before it is stored. */}
      <div className="prose mt-3" dangerouslySetInnerHTML={{ __html: post.body ?? '' }} />
    </article>
  );
}
