import {
  AtSign,
  CalendarClock,
  CreditCard,
  DoorOpen,
  FileText,
  Heart,
  type LucideIcon,
  Megaphone,
  MessageCircle,
  ShieldCheck,
  UserPlus,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { writeNotification } from '#contract/features/notifications/notification-copy.ts';
import type { NotificationType } from '#contract/features/notifications/notification-types.ts';
import type { Notification } from '#contract/features/notifications/notifications.ts';
import type { TargetPath } from '#contract/values/targets.ts';
import { tRich } from '#web/lib/text/rich-message.tsx';

/** On the actor's photo, or instead of it if no person acted. */
const icons: { readonly [T in NotificationType]: LucideIcon } = {
  post_like: Heart,
  comment_reply: MessageCircle,
  mention: AtSign,
  space_join: UserPlus,
  new_post: FileText,
  new_customer: CreditCard,
  admin_announcement: Megaphone,
  event_reminder: CalendarClock,
  membership: DoorOpen,
  content_removed: ShieldCheck,
  report_reviewed: ShieldCheck,
};

/** A notification as it is shown. */
export interface ShownNotification {
  Icon: LucideIcon;
  sentence: ReactNode;
  /** Empty if there is nothing to say below the sentence. */
  detail: string;
  to: string;
  search: TargetPath['search'];
}

/** Writes a notification in the reader's language. `emphasize` renders the names of the actors and the title of the post. */
export function showNotification(
  entry: Notification,
  emphasize: (chunks: ReactNode) => ReactNode,
): ShownNotification {
  const { sentence, detail, path, search } = writeNotification(entry);
  return {
    Icon: icons[entry.type],
    sentence:
      'text' in sentence
        ? sentence.text
        : tRich(sentence.message, { ...sentence.values, name: emphasize, post: emphasize }),
    detail,
    to: path,
    search,
  };
}
