import { useInfiniteQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/translate.ts';
import { ImageGrid } from '#web/features/uploads/index.ts';
import { PagedList } from '#web/lib/list/paged-list.tsx';
import { imagePages } from '../messages/messages.api.ts';

/** All images of a conversation, the latest first; each opens the viewer. Nothing without images. */
export function ConversationImages({ conversationId }: { conversationId: string }) {
  const pages = useInfiniteQuery({ ...imagePages(conversationId), staleTime: 0 });
  const images = pages.data?.pages.flatMap((page) => page.images) ?? [];
  if (images.length === 0 && !pages.isError) return null;
  return (
    <section aria-label={t('Images')}>
      <h4 className="pb-2 font-semibold">{t('Images')}</h4>
      <PagedList
        pages={pages}
        count={images.length}
        skeleton={null}
        empty={null}
        failure={{ text: t("Couldn't load the images.") }}
        more={{ near: 200, size: 'sm' }}
      >
        <ImageGrid images={images} limit={images.length} />
      </PagedList>
    </section>
  );
}
