import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { PostDetail, PostRevision } from '#contract/features/posts/posts.ts';
import { t } from '#contract/i18n/translate.ts';
import { FileList, ImageGrid } from '#web/features/uploads/index.ts';
import { call } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { writeEntities } from '#web/lib/cache/entity-cache.ts';
import { apiQuery } from '#web/lib/cache/query-client.ts';
import { PagedList } from '#web/lib/list/paged-list.tsx';
import { toParagraphs } from '#web/lib/text/rich-text.ts';
import { TextVersion } from '#web/lib/text/text-version.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Skeleton } from '#web/ui/progress.tsx';
import { RichTextView } from '#web/ui/rich-text/rich-text-view.tsx';
import { postEntity } from '../posts.entity.ts';

interface PostHistoryProps {
  postId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const getText = ({ title, body }: Pick<PostRevision, 'title' | 'body'>) =>
  [title, ...toParagraphs(body)].join('\n');

/** Dialog with all versions of a post, each compared with the one before. */
export function PostHistory({ postId, open, onOpenChange }: PostHistoryProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('Edit history')} size="lg">
      {open && <Versions postId={postId} />}
    </Dialog>
  );
}

function Versions({ postId }: { postId: string }) {
  const current = useQuery({
    ...apiQuery('get_post', { post_id: postId }, ({ post }, client) => {
      writeEntities(client, postEntity, [post]);
      return post;
    }),
    staleTime: 0,
  });
  const pages = useInfiniteQuery({
    queryKey: ['list_post_revisions', { post_id: postId }],
    queryFn: ({ pageParam, signal }) =>
      call(
        'list_post_revisions',
        { post_id: postId, ...(pageParam ? { before: pageParam } : {}) },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => last.next_before,
    staleTime: 0,
  });
  const { data: post } = current;
  const versions = pages.data?.pages.flatMap(({ revisions }) => revisions) ?? [];
  const all = post && pages.data ? [toVersion(post), ...versions] : [];
  const error = current.error ?? pages.error;
  return (
    <PagedList
      pages={{
        ...pages,
        isPending: current.isPending || pages.isPending,
        isError: error !== null,
        refetch: () => Promise.all([current.refetch(), pages.refetch()]),
      }}
      count={all.length}
      skeleton={
        <div className="flex flex-col gap-3" aria-busy="true">
          <Skeleton width="40%" />
          <Skeleton />
          <Skeleton width="80%" />
        </div>
      }
      empty={null}
      failure={{ text: toMessage(error, t("Couldn't load the edit history.")) }}
      more={{ near: null, label: t('Show older versions') }}
    >
      <ol className="flex flex-col gap-6">
        {all.map((version, index) => (
          <Version
            key={version.revision}
            version={version}
            before={versions[index] ?? null}
            isCurrent={index === 0}
          />
        ))}
      </ol>
    </PagedList>
  );
}

/** The current version of a post, in the shape of the earlier ones. */
const toVersion = (post: PostDetail): VersionProps['version'] => ({
  ...post,
  attachments: [...post.attachments, ...post.files],
  written_at: post.edited_at ?? post.created_at,
});

interface VersionProps {
  version: Pick<PostRevision, 'title' | 'body' | 'attachments' | 'written_at' | 'revision'>;
  before: PostRevision | null;
  isCurrent: boolean;
}

function Version({ version, before, isCurrent }: VersionProps) {
  return (
    <li className="flex flex-col gap-2">
      <TextVersion
        label={isCurrent ? t('Current version') : t('Version {revision}', { revision: version.revision })}
        at={version.written_at}
        text={getText(version)}
        before={before && getText(before)}
      >
        <p className="font-semibold [overflow-wrap:anywhere]">{version.title}</p>
        <RichTextView html={version.body} size="compact" className="mt-1" />
      </TextVersion>
      <VersionAttachments attachments={version.attachments} />
    </li>
  );
}

/** Attachments of a version: images as a grid, files as rows. */
function VersionAttachments({ attachments }: Pick<PostRevision, 'attachments'>) {
  const images = attachments.filter((one) => one.kind === 'image');
  const files = attachments.filter((one) => one.kind !== 'image');
  return (
    <>
      {images.length > 0 && (
        <div className="max-w-sm">
          <ImageGrid images={images} />
        </div>
      )}
      {files.length > 0 && <FileList files={files} />}
    </>
  );
}
