import {
  AtSign,
  BookOpen,
  CalendarClock,
  CreditCard,
  DoorOpen,
  FileText,
  Heart,
  type LucideIcon,
  Megaphone,
  MessageCircle,
  MessageSquare,
  ShieldCheck,
  UserPlus,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import {
  type NotificationIcon,
  writeNotification,
} from '#contract/features/notifications/notification-copy.ts';
import type { Notification } from '#contract/features/notifications/notifications.ts';
import type { Reading } from '#contract/values/events/event-copy.ts';
import type { TargetPath } from '#contract/values/targets.ts';
import { tRich } from '#web/lib/text/rich-message.tsx';

const icons: { readonly [I in NotificationIcon]: LucideIcon } = {
  announcement: Megaphone,
  calendar: CalendarClock,
  comment: MessageCircle,
  course: BookOpen,
  decision: DoorOpen,
  group: Users,
  like: Heart,
  mention: AtSign,
  message: MessageSquare,
  moderation: ShieldCheck,
  payment: CreditCard,
  person: UserPlus,
  post: FileText,
};

/** A notification as it is shown. */
export interface ShownNotification {
  Icon: LucideIcon;
  sentence: ReactNode;
  /** Empty if there is nothing to say below the sentence. */
  detail: string;
  to: string;
  search: TargetPath['search'];
  /** Why the reader got it. */
  reason: string;
}

/**
 * Writes a notification in the reader's language, with times in their zone. `emphasize` renders the names of the actors and the title
 * of the post.
 */
export function showNotification(
  entry: Notification,
  reading: Reading,
  emphasize: (chunks: ReactNode) => ReactNode,
): ShownNotification {
  const { sentence, detail, path, search, icon, reason } = writeNotification(entry, reading);
  return {
    Icon: icons[icon],
    sentence:
      'text' in sentence
        ? sentence.text
        : tRich(sentence.message, { ...sentence.values, name: emphasize, post: emphasize }),
    detail,
    to: path,
    search,
    reason,
  };
}
