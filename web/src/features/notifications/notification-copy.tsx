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
import type { NotificationType } from '#contract/features/notifications/notification-types.ts';
import type { Notification, NotificationOf } from '#contract/features/notifications/notifications.ts';
import { type Message, msg, t } from '#contract/i18n/translate.ts';
import { toEventSentence, toEventTimesText } from '#contract/values/event-copy.ts';
import { joinDecisionCopy } from '#contract/values/join-decision-copy.ts';
import { type TargetPath, targetPath } from '#contract/values/targets.ts';
import { tRich } from '#web/lib/text/rich-message.tsx';
import { toActorPhrase } from './actor-phrase.ts';

/** The values of every sentence that says what people did: `<name>{actors}</name> liked <post>{title}</post>`. */
interface SentenceValues {
  [value: string]: string | ((chunks: ReactNode) => ReactNode);
  actors: string;
  name: (chunks: ReactNode) => ReactNode;
  /** The title of the post. Sentences with it are written only if it is known. */
  title: string;
  post: (chunks: ReactNode) => ReactNode;
}

/** How notifications of a type are shown. */
interface NotificationCopy<T extends NotificationType> {
  /** On the actor's photo, or instead of it if no person acted. */
  icon: LucideIcon;
  /** What happened, as a whole sentence. */
  sentence: (entry: NotificationOf<T>, values: SentenceValues) => ReactNode;
  /** The text below the sentence, if it isn't the excerpt. */
  detail?: (entry: NotificationOf<T>) => string;
  /** Where it leads below the space's path, if not to its target. */
  link?: TargetPath;
}

const isComment = ({ target_type }: Notification) => target_type === 'comment';
/** The excerpt of these is the title of the post, which their sentence names if it can. */
const excerptUnlessTitled = ({ post_title, content_preview }: Notification) =>
  post_title === null ? content_preview : '';
const toMembers: TargetPath = { path: '/space/members', search: {} };

/** The sentence, icon and link of each type of notification. */
const copy: { readonly [T in NotificationType]: NotificationCopy<T> } = {
  post_like: {
    icon: Heart,
    sentence: (entry, values) => {
      if (isComment(entry))
        return entry.post_title === null
          ? tRich('<name>{actors}</name> liked your comment', values)
          : tRich('<name>{actors}</name> liked your comment on <post>{title}</post>', values);
      return entry.post_title === null
        ? tRich('<name>{actors}</name> liked your post', values)
        : tRich('<name>{actors}</name> liked <post>{title}</post>', values);
    },
    detail: (entry) => (isComment(entry) ? entry.content_preview : excerptUnlessTitled(entry)),
  },
  comment_reply: {
    icon: MessageCircle,
    sentence: ({ params, post_title }, values) => {
      if (params.to === 'comment')
        return post_title === null
          ? tRich('<name>{actors}</name> replied to your comment', values)
          : tRich('<name>{actors}</name> replied to your comment on <post>{title}</post>', values);
      return post_title === null
        ? tRich('<name>{actors}</name> commented on your post', values)
        : tRich('<name>{actors}</name> commented on <post>{title}</post>', values);
    },
  },
  mention: {
    icon: AtSign,
    sentence: (entry, values) => {
      if (isComment(entry))
        return entry.post_title === null
          ? tRich('<name>{actors}</name> mentioned you in a comment', values)
          : tRich('<name>{actors}</name> mentioned you in a comment on <post>{title}</post>', values);
      return entry.post_title === null
        ? tRich('<name>{actors}</name> mentioned you in a post', values)
        : tRich('<name>{actors}</name> mentioned you in <post>{title}</post>', values);
    },
  },
  space_join: {
    icon: UserPlus,
    sentence: ({ params }, values) =>
      params.event === 'joined'
        ? tRich('<name>{actors}</name> joined the space', values)
        : tRich('<name>{actors}</name> asked to join', values),
    link: toMembers,
  },
  new_post: {
    icon: FileText,
    sentence: ({ params, post_title }, values) => {
      if (params.several)
        return post_title === null
          ? tRich('<name>{actors}</name> published new posts', values)
          : tRich('<name>{actors}</name> published new posts, most recently <post>{title}</post>', values);
      return post_title === null
        ? tRich('<name>{actors}</name> published a new post', values)
        : tRich('<name>{actors}</name> published <post>{title}</post>', values);
    },
    detail: excerptUnlessTitled,
  },
  new_customer: {
    icon: CreditCard,
    sentence: (_entry, values) => tRich('<name>{actors}</name> became a paying member', values),
    link: toMembers,
  },
  admin_announcement: {
    icon: Megaphone,
    sentence: ({ post_title }, values) =>
      post_title === null
        ? tRich('<name>{actors}</name> made an announcement', values)
        : tRich('<name>{actors}</name> announced <post>{title}</post>', values),
    detail: excerptUnlessTitled,
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
    sentence: (entry, values) =>
      isComment(entry)
        ? tRich('<name>{actors}</name> removed your comment', values)
        : tRich('<name>{actors}</name> removed your post', values),
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

/** Writes a notification in the reader's language. `emphasize` renders the names of the actors and the title of the post. */
export function writeNotification(
  entry: Notification,
  emphasize: (chunks: ReactNode) => ReactNode,
): ShownNotification {
  const { icon, sentence, detail, link } = copy[entry.type] as NotificationCopy<NotificationType>;
  const target = { kind: entry.target_type, id: entry.target_id, post_id: entry.post_id };
  const { path, search } = link ?? targetPath(target);
  return {
    Icon: icon,
    sentence: sentence(entry, {
      actors: toActorPhrase(entry),
      name: emphasize,
      title: entry.post_title ?? '',
      post: emphasize,
    }),
    detail: detail ? detail(entry) : entry.content_preview,
    to: `/${entry.space.subdomain}${path}`,
    search,
  };
}
