import type { LinkPreview } from '#contract/features/posts/posts.ts';
import { FailureMessage } from '#web/features/composer/index.ts';
import { LinkCard } from '#web/features/uploads/index.ts';
import { DeletedPost } from './card/deleted-post.tsx';

export const title = 'Posts: link cards, deleted posts';

const preview = (fields: Partial<LinkPreview> = {}): LinkPreview => ({
  url: 'https://www.example.org/a/page',
  title: 'How to keep a starter alive through a long winter',
  description: 'Flour, water, patience, and a shelf that is warmer than you think.',
  site_name: 'The Kitchen Shelf',
  image: null,
  ...fields,
});

export const states = {
  'A link': () => <LinkCard preview={preview()} />,
  'A link with little metadata': () => (
    <LinkCard
      preview={preview({
        site_name: null,
        description: null,
        title: 'Averylongtitlewithoutanyspacesthathastobebrokensomewhereorelseitleavesitsplaceonanarrowphone',
      })}
    />
  ),
  'Deleted by its author': () => <DeletedPost removal={{ is_removed: false, reason: null }} isOwn={false} />,
  'Removed, as its author sees it': () => (
    <DeletedPost removal={{ is_removed: true, reason: 'No selling here, please.' }} isOwn />
  ),
  'Not sent': () => (
    <FailureMessage title="Couldn't publish your post">
      <p>You've reached the limit of 10 posts an hour. Try again later. Your text is still here.</p>
    </FailureMessage>
  ),
};
