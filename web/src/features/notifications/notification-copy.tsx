import { Bell, CalendarClock, DoorOpen, type LucideIcon, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { NotificationType } from '#contract/features/notifications/notification-types.ts';
import type { Notification, NotificationOf } from '#contract/features/notifications/notifications.ts';
import { type Message, msg, t } from '#contract/i18n/translate.ts';
import { toEventSentence, toEventTimesText } from '#contract/values/event-copy.ts';
import { joinDecisionCopy } from '#contract/values/join-decision-copy.ts';
import { type TargetPath, targetPath } from '#contract/values/targets.ts';
import { tRich } from '#web/lib/text/rich-message.tsx';
import { toActorPhrase } from './actor-phrase.ts';

/** The values of every sentence that says what people did: `<name>{actors}</name> liked your post`. */
interface Actors {
  [value: string]: string | ((chunks: ReactNode) => ReactNode);
  actors: string;
  name: (chunks: ReactNode) => ReactNode;
}

/** How notifications of a type are shown. */
interface NotificationCopy<T extends NotificationType> {
  /** Shown instead of a photo if no person acted. */
  icon: LucideIcon;
  /** What happened, as a whole sentence. */
  sentence: (entry: NotificationOf<T>, actors: Actors) => ReactNode;
  /** The text below the sentence, if it isn't the excerpt. */
  detail?: (entry: NotificationOf<T>) => string;
  /** Where it leads below the space's path, if not to its target. */
  link?: TargetPath;
}

const isComment = ({ target_type }: Notification) => target_type === 'comment';
const toMembers: TargetPath = { path: '/space/members', search: {} };

/** The sentence, icon and link of each type of notification. */
const copy: { readonly [T in NotificationType]: NotificationCopy<T> } = {
  post_like: {
    icon: Bell,
    sentence: (entry, actors) =>
      isComment(entry)
        ? tRich('<name>{actors}</name> liked your comment', actors)
        : tRich('<name>{actors}</name> liked your post', actors),
  },
  comment_reply: {
    icon: Bell,
    sentence: ({ params }, actors) =>
      params.to === 'comment'
        ? tRich('<name>{actors}</name> replied to your comment', actors)
        : tRich('<name>{actors}</name> commented on your post', actors),
  },
  mention: {
    icon: Bell,
    sentence: (entry, actors) =>
      isComment(entry)
        ? tRich('<name>{actors}</name> mentioned you in a comment', actors)
        : tRich('<name>{actors}</name> mentioned you in a post', actors),
  },
  space_join: {
    icon: Bell,
    sentence: ({ params }, actors) =>
      params.event === 'joined'
        ? tRich('<name>{actors}</name> joined the space', actors)
        : tRich('<name>{actors}</name> asked to join', actors),
    link: toMembers,
  },
  new_post: {
    icon: Bell,
    sentence: ({ params }, actors) =>
      params.several
        ? tRich('<name>{actors}</name> published new posts', actors)
        : tRich('<name>{actors}</name> published a new post', actors),
  },
  new_customer: {
    icon: Bell,
    sentence: (_entry, actors) => tRich('<name>{actors}</name> became a paying member', actors),
    link: toMembers,
  },
  admin_announcement: {
    icon: Bell,
    sentence: (_entry, actors) => tRich('<name>{actors}</name> made an announcement', actors),
  },
  event_reminder: {
    icon: CalendarClock,
    sentence: ({ params }) => toEventSentence(params),
    detail: ({ params }) => toEventTimesText(params),
  },
  membership: {
    icon: DoorOpen,
    sentence: ({ params }) => t(joinDecisionCopy[params.outcome].title),
    detail: ({ params }) => t(joinDecisionCopy[params.outcome].detail),
    // Members go to the space, everyone else to its about page.
    link: { path: '', search: {} },
  },
  content_removed: {
    icon: ShieldCheck,
    sentence: (entry, actors) =>
      isComment(entry)
        ? tRich('<name>{actors}</name> removed your comment', actors)
        : tRich('<name>{actors}</name> removed your post', actors),
  },
  report_reviewed: {
    icon: ShieldCheck,
    sentence: ({ params }) => t(reviewed[params.kind]),
    detail: ({ params }) =>
      params.outcome === 'dismissed' ? t('They decided to take no action.') : t(actedOn[params.kind]),
  },
};

type ReportedKind = NotificationOf<'report_reviewed'>['params']['kind'];
const reviewed: Record<ReportedKind, Message> = {
  post: msg('Moderators reviewed the post you reported'),
  comment: msg('Moderators reviewed the comment you reported'),
  member: msg('Moderators reviewed the member you reported'),
};
const actedOn: Record<ReportedKind, Message> = {
  post: msg('The post was removed. Thanks for letting us know.'),
  comment: msg('The comment was removed. Thanks for letting us know.'),
  member: msg('They took action. Thanks for letting us know.'),
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

/** Writes a notification in the reader's language. `name` renders the names of the actors. */
export function writeNotification(
  entry: Notification,
  name: (chunks: ReactNode) => ReactNode,
): ShownNotification {
  const { icon, sentence, detail, link } = copy[entry.type] as NotificationCopy<NotificationType>;
  const target = { kind: entry.target_type, id: entry.target_id, post_id: entry.post_id };
  const { path, search } = link ?? targetPath(target);
  return {
    Icon: icon,
    sentence: sentence(entry, { actors: toActorPhrase(entry), name }),
    detail: detail ? detail(entry) : entry.content_preview,
    to: `/${entry.space.subdomain}${path}`,
    search,
  };
}
