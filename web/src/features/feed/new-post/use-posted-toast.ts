import { useNavigate } from '@tanstack/react-router';
import type { PostDetail } from '#contract/features/posts/posts.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import type { FeedInput } from '../feed-changes.ts';

/** Returns where a post went if that isn't the category its author was in. */
function describeCategory({ categories }: Space, id: string | null): string {
  const category = categories.find((one) => one.id === id)?.name;
  return category === undefined ? t('Posted in another category.') : t('Posted in {category}.', { category });
}

/**
 * Returns a function that confirms a new post, with a button that opens it: in the feed it can be below pinned posts, or
 * belong to another category.
 */
export function usePostedToast(space: Space, input: FeedInput): (post: PostDetail) => void {
  const navigate = useNavigate();
  return ({ slug, category_id }) => {
    const isElsewhere = input.category_id && input.category_id !== category_id;
    toast({
      title: t('Posted'),
      ...(isElsewhere && { description: describeCategory(space, category_id) }),
      action: {
        label: t('View post'),
        onPress: () => {
          const params = { subdomain: space.subdomain, postSlug: slug };
          void navigate({ to: '/$subdomain/post/$postSlug', params });
        },
      },
    });
  };
}
