import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { useUnreadMessages } from '#web/features/chat/index.ts';
import { toShortCount, useUnreadCount } from '#web/features/notifications/index.ts';
import { useOpenSpace } from './use-open-space.ts';

/**
 * Puts the number of unread notifications and messages before the page's title, which the browser shows for tabs in the
 * background: those that the bell and the chat button count. Renders nothing, so that a new number renders nothing else.
 */
export function UnreadTitle({ viewerId }: { viewerId: string }): null {
  const title = useRouterState({
    select: ({ matches }) => matches.flatMap(({ meta }) => meta ?? []).findLast((tag) => tag?.title)?.title,
  });
  const count = useUnreadCount(viewerId, useOpenSpace()?.id) + useUnreadMessages();
  useEffect(() => {
    if (title === undefined) return;
    document.title = count > 0 ? t('({count}) {title}', { count: toShortCount(count), title }) : title;
  }, [title, count]);
  return null;
}
