import '#web/styles/lazy/classroom.css';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ExternalLink, FileX, MessageSquareText, MessageSquareX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { StoredFile } from '#contract/features/uploads/uploads.ts';
import { t } from '#contract/i18n/translate.ts';
import { FileList } from '#web/features/uploads/index.ts';
import { UploadedVideo, VideoBlock } from '#web/features/videos/index.ts';
import { apiQuery } from '#web/lib/cache/query-client.ts';
import type { ShownBlock } from '#web/ui/rich-text/text-with-blocks.tsx';
import { useCourse } from '../course-context.ts';

interface PageBlockProps {
  pageId: string;
  block: ShownBlock;
  /** The files of the page. */
  files: readonly StoredFile[];
}

/** What a page shows in place of a block of its text. */
export function PageBlock({ pageId, block, files }: PageBlockProps) {
  const { kind, reference, label } = block;
  if (kind === 'video')
    return (
      <VideoBlock
        reference={reference}
        renderUpload={(uploadId) => <UploadedVideo pageId={pageId} uploadId={uploadId} />}
      />
    );
  if (kind === 'file') {
    const file = files.find(({ id }) => id === reference);
    if (file) return <FileList files={[file]} />;
    return <Missing icon={<FileX size={20} aria-hidden="true" />}>{t("This file isn't available.")}</Missing>;
  }
  if (kind === 'post') return <PinnedPost postId={reference} label={label} />;
  return <ResourceLink address={reference} label={label} />;
}

/** What a block leads to, on a card. */
function Card({ icon, title, note }: { icon: ReactNode; title: string; note: string }) {
  return (
    <>
      <span className="flex-none text-soft">{icon}</span>
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 font-semibold text-ink wrap-anywhere">{title}</span>
        <span className="block truncate text-sm text-soft">{note}</span>
      </span>
    </>
  );
}

function Missing({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="page-card text-soft">
      {icon}
      {children}
    </p>
  );
}

function ResourceLink({ address, label }: { address: string; label: string }) {
  const host = URL.parse(address)?.host.replace(/^www\./, '') ?? '';
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow ugc" className="page-card">
      <Card icon={<ExternalLink size={20} aria-hidden="true" />} title={label || address} note={host} />
    </a>
  );
}

/** A post of the community that the page points to. Those who can't see it learn nothing of it but its title in the text. */
function PinnedPost({ postId, label }: { postId: string; label: string }) {
  const { space } = useCourse();
  const { data: post, isError } = useQuery({
    ...apiQuery('get_post', { post_id: postId }, ({ post: found }) => found),
    staleTime: 60_000,
    retry: false,
  });
  const icon = <MessageSquareText size={20} aria-hidden="true" />;
  if (isError || post?.deleted_at)
    return (
      <Missing icon={<MessageSquareX size={20} aria-hidden="true" />}>
        {t("This post isn't available.")}
      </Missing>
    );
  if (!post)
    return (
      <div className="page-card" aria-busy="true">
        <Card icon={icon} title={label} note=" " />
      </div>
    );
  const comments = t('{count, plural, one {# comment} other {# comments}}', { count: post.comment_count });
  return (
    <Link
      to="/$subdomain/post/$postSlug"
      params={{ subdomain: space.subdomain, postSlug: post.slug }}
      className="page-card"
    >
      <Card icon={icon} title={post.title} note={`${post.author.full_name} · ${comments}`} />
    </Link>
  );
}
