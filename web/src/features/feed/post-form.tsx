import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { maxAttachments } from '#contract/limits.ts';
import type { Space } from '#contract/spaces.ts';
import { DraftNotice, DraftStatusText } from '#web/features/drafts/index.ts';
import { useAttachments } from '#web/features/uploads/index.ts';
import { SignInAgain } from '#web/lib/sign-in-again.tsx';
import { Button } from '#web/ui/button.tsx';
import type { FeedInput } from './feed-arrivals.ts';
import { FailureNotice, PostFields } from './post-fields.tsx';
import { usePostForm } from './use-post-form.ts';

interface PostFormProps {
  space: Space;
  userId: string;
  input: FeedInput;
  onClose: () => void;
}

/** Where a post is written. What is typed is kept in the browser at once, and on the server a second later. */
export default function PostForm({ space, userId, input, onClose }: PostFormProps) {
  const attachments = useAttachments({ space_id: space.id, place: 'post', max: maxAttachments });
  const form = usePostForm({ space, userId, input, attachments, onPosted: onClose });
  const title = useRef<HTMLInputElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  return (
    <PostFields
      space={space}
      label="Write a post"
      fields={form.fields}
      problems={form.problems}
      attachments={attachments}
      isReady={form.isReady}
      onChange={form.change}
      onSubmit={form.submit}
      titleRef={title}
      kind={{ mayAnnounce: space.permissions.canEditSpace, mayAsk: true }}
      notices={
        <>
          <DraftNotice others={form.others} onTake={form.takeOther} onDrop={form.dropOthers} />
          {form.failure && (
            <FailureNotice title="The post was not sent">
              <p>
                {form.isSignedOut ? 'Your session has ended.' : form.failure} What you wrote is kept here.
              </p>
              {form.isSignedOut && <SignInAgain />}
            </FailureNotice>
          )}
          {form.earlier && (
            <div className="rounded-md bg-warning-soft px-4 py-3 text-sm text-warning-text" role="alert">
              An earlier form of this post had already arrived:{' '}
              <Link
                to="/$subdomain/post/$postSlug"
                params={{ subdomain: space.subdomain, postSlug: form.earlier.slug }}
                className="underline"
              >
                {form.earlier.title}
              </Link>
              . What you changed since is still here; post it as a new one, or close.
            </div>
          )}
        </>
      }
      buttons={
        <>
          <DraftStatusText status={form.status} />
          {form.mayDiscard && (
            <Button variant="quiet" onClick={form.discard}>
              Discard
            </Button>
          )}
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
          <Button type="submit" variant="primary" loading={form.isSending} loadingLabel="Posting">
            Post
          </Button>
        </>
      }
    />
  );
}
