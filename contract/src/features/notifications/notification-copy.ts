import { type Message, msg, t } from '../../i18n/translate.ts';
import { type Reading, toEventSentence, toEventTimesText } from '../../values/events/event-copy.ts';
import { joinDecisionCopy } from '../../values/join-decision-copy.ts';
import { type TargetPath, targetPath } from '../../values/targets.ts';
import { toActorPhrase } from './actor-phrase.ts';
import type { NotificationType } from './notification-types.ts';
import type { Notification, NotificationOf } from './notifications.ts';

/** What is shown on the actor's photo, or instead of it if no person acted. */
export type NotificationIcon =
  | 'announcement'
  | 'calendar'
  | 'comment'
  | 'course'
  | 'decision'
  | 'group'
  | 'like'
  | 'mention'
  | 'message'
  | 'moderation'
  | 'payment'
  | 'person'
  | 'post';

/** What notifications of a type say. */
interface NotificationCopy<T extends NotificationType> {
  /**
   * What happened, as a whole sentence with the names in `<name>{actors}</name>` and the title of the post, if it is known,
   * in `<post>{title}</post>`, the name of the group as `{group}`, and the title of the course of a page as `{course}`. Null if
   * `text` writes it.
   */
  sentence: (entry: NotificationOf<T>) => Message | null;
  text?: (entry: NotificationOf<T>, reading: Reading) => string;
  /** The text below the sentence, if it isn't the excerpt. */
  detail?: (entry: NotificationOf<T>, reading: Reading) => string;
  /** What a device shows whose heading is the sender, the group or the space, if not the sentence and the text below it. */
  short?: (entry: NotificationOf<T>) => string;
  /** Where it leads below the space's path, if not to its target. */
  link?: TargetPath;
  icon: NotificationIcon;
  /** In a few words, why its recipient got it. */
  reason: (entry: NotificationOf<T>) => string;
}

const isComment = ({ target_type }: Notification) => target_type === 'comment';
/** The excerpt of these is the title of the post, which their sentence names if it can. */
const excerptUnlessTitled = ({ post_title, content_preview }: Notification) =>
  post_title === null ? content_preview : '';
const isNamed = ({ conversation }: Pick<Notification, 'conversation'>) => conversation?.name != null;

const messageKinds: Record<NotificationOf<'new_message'>['params']['shows'], Message | null> = {
  text: null,
  image: msg('Image'),
  file: msg('File'),
  voice: msg('Voice message'),
};
/** The text of the latest message, or what it is. */
const toMessageText = ({ content_preview, params }: NotificationOf<'new_message'>): string => {
  const kind = messageKinds[params.shows];
  return kind === null ? content_preview : t(kind);
};

const toMembers: TargetPath = { path: '/space/members', search: {} };

/** What each type of notification says. */
const copy: { readonly [T in NotificationType]: NotificationCopy<T> } = {
  post_like: {
    sentence: (entry) => {
      if (isComment(entry))
        return entry.post_title === null
          ? msg('<name>{actors}</name> liked your comment')
          : msg('<name>{actors}</name> liked your comment on <post>{title}</post>');
      return entry.post_title === null
        ? msg('<name>{actors}</name> liked your post')
        : msg('<name>{actors}</name> liked <post>{title}</post>');
    },
    detail: (entry) => (isComment(entry) ? entry.content_preview : excerptUnlessTitled(entry)),
    icon: 'like',
    reason: (entry) => (isComment(entry) ? t("It's your comment") : t("It's your post")),
  },
  comment_reply: {
    sentence: ({ params, post_title }) => {
      if (params.to === 'comment')
        return post_title === null
          ? msg('<name>{actors}</name> replied to your comment')
          : msg('<name>{actors}</name> replied to your comment on <post>{title}</post>');
      if (post_title !== null) return msg('<name>{actors}</name> commented on <post>{title}</post>');
      return params.to === 'page'
        ? msg('<name>{actors}</name> commented on your page')
        : msg('<name>{actors}</name> commented on your post');
    },
    icon: 'comment',
    reason: ({ params }) =>
      ({ post: t("It's your post"), page: t("It's your page"), comment: t("It's your comment") })[params.to],
  },
  mention: {
    sentence: (entry) => {
      if (entry.target_type === 'message')
        return isNamed(entry)
          ? msg('<name>{actors}</name> mentioned you in {group}')
          : msg('<name>{actors}</name> mentioned you in a group');
      if (isComment(entry))
        return entry.post_title === null
          ? msg('<name>{actors}</name> mentioned you in a comment')
          : msg('<name>{actors}</name> mentioned you in a comment on <post>{title}</post>');
      return entry.post_title === null
        ? msg('<name>{actors}</name> mentioned you in a post')
        : msg('<name>{actors}</name> mentioned you in <post>{title}</post>');
    },
    icon: 'mention',
    reason: () => t('You were mentioned'),
  },
  new_message: {
    sentence: ({ params: { count }, ...entry }) => {
      if (!isNamed(entry))
        return count === 1
          ? msg('<name>{actors}</name> sent you a message')
          : msg('<name>{actors}</name> sent you {count, plural, one {# message} other {# messages}}');
      return count === 1
        ? msg('<name>{actors}</name> wrote in {group}')
        : msg('{count, plural, one {# new message} other {# new messages}} in {group}');
    },
    detail: toMessageText,
    short: (entry) => {
      const { count } = entry.params;
      const text = toMessageText(entry);
      const latest = entry.conversation?.is_group
        ? t('{name}: {text}', { name: toActorPhrase(entry), text })
        : text;
      return count === 1
        ? latest
        : `${t('{count, plural, one {# new message} other {# new messages}}', { count })}\n${latest}`;
    },
    icon: 'message',
    reason: () => t("You're in this conversation"),
  },
  group_added: {
    sentence: (entry) =>
      isNamed(entry)
        ? msg('<name>{actors}</name> added you to {group}')
        : msg('<name>{actors}</name> added you to a group'),
    icon: 'group',
    reason: () => t('You were added'),
  },
  space_join: {
    sentence: ({ params }) =>
      params.event === 'joined'
        ? msg('<name>{actors}</name> joined the space')
        : msg('<name>{actors}</name> asked to join'),
    link: toMembers,
    icon: 'person',
    reason: () => t('You run this space'),
  },
  new_post: {
    sentence: ({ params, post_title }) => {
      if (params.several)
        return post_title === null
          ? msg('<name>{actors}</name> published new posts')
          : msg('<name>{actors}</name> published new posts, most recently <post>{title}</post>');
      return post_title === null
        ? msg('<name>{actors}</name> published a new post')
        : msg('<name>{actors}</name> published <post>{title}</post>');
    },
    detail: excerptUnlessTitled,
    icon: 'post',
    reason: () => t('You chose new posts'),
  },
  new_customer: {
    sentence: () => msg('<name>{actors}</name> became a paying member'),
    link: toMembers,
    icon: 'payment',
    reason: () => t('You run this space'),
  },
  admin_announcement: {
    sentence: ({ post_title }) =>
      post_title === null
        ? msg('<name>{actors}</name> made an announcement')
        : msg('<name>{actors}</name> announced <post>{title}</post>'),
    detail: excerptUnlessTitled,
    icon: 'announcement',
    reason: () => t("You're a member"),
  },
  new_course: {
    sentence: ({ course_title }) =>
      course_title === null
        ? msg('<name>{actors}</name> published a new course')
        : msg('<name>{actors}</name> published the course <post>{title}</post>'),
    icon: 'course',
    reason: () => t('You chose new courses'),
  },
  new_pages: {
    sentence: ({ params, course_title, post_title }) => {
      if (params.several)
        return course_title === null
          ? msg('<name>{actors}</name> published new pages of a course')
          : msg('<name>{actors}</name> published new pages in <post>{title}</post>');
      return course_title === null || post_title === null
        ? msg('<name>{actors}</name> published a new page of a course')
        : msg('<name>{actors}</name> published <post>{title}</post> in {course}');
    },
    icon: 'course',
    reason: () => t('You chose new courses'),
  },
  event_reminder: {
    sentence: () => null,
    text: ({ params }, reading) => toEventSentence(params, reading),
    detail: ({ params }, { timeZone }) => toEventTimesText(params, timeZone),
    icon: 'calendar',
    reason: () => t("You RSVP'd"),
  },
  membership: {
    sentence: ({ params }) => joinDecisionCopy[params.outcome].title,
    detail: ({ params }) => t(joinDecisionCopy[params.outcome].detail),
    // Members go to the space, everyone else to its about page.
    link: { path: '', search: {} },
    icon: 'decision',
    reason: () => t('You asked to join'),
  },
  content_removed: {
    sentence: (entry) =>
      isComment(entry)
        ? msg('<name>{actors}</name> removed your comment')
        : msg('<name>{actors}</name> removed your post'),
    icon: 'moderation',
    reason: (entry) => (isComment(entry) ? t('It was your comment') : t('It was your post')),
  },
  report_reviewed: {
    sentence: ({ params }) => reviewed[params.kind],
    detail: ({ params }) =>
      params.outcome === 'dismissed' ? t('They decided to take no action.') : t(actedOn[params.kind]),
    icon: 'moderation',
    reason: () => t('You reported it'),
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

/** A notification in words. */
export interface WrittenNotification {
  /** A message, with its values, or a text without any. */
  sentence:
    | {
        message: Message;
        values: { actors: string; title: string; group: string; course: string; count: number };
      }
    | { text: string };
  /** Empty if there is nothing to say below the sentence. */
  detail: string;
  /** What a device shows below its heading. Null: the sentence and the text below it. */
  short: string | null;
  /** The path with which it opens, and its search parameters. */
  path: string;
  search: TargetPath['search'];
  icon: NotificationIcon;
  /** Why the reader got it. */
  reason: string;
}

/** Where it happened, as a heading: the space, the group, or who wrote. */
export const toOriginName = (entry: Notification): string =>
  entry.space?.name ?? entry.conversation?.name ?? toActorPhrase(entry);

/** Writes a notification in the reader's language, with times in their zone. */
export function writeNotification(entry: Notification, reading: Reading): WrittenNotification {
  const { sentence, text, detail, short, link, icon, reason } = copy[
    entry.type
  ] as NotificationCopy<NotificationType>;
  const { space, conversation_id } = entry;
  const target = { kind: entry.target_type, id: entry.target_id, post_id: entry.post_id, conversation_id };
  const { path, search } = link ?? targetPath(target);
  const message = sentence(entry);
  return {
    sentence:
      message === null
        ? { text: text?.(entry, reading) ?? '' }
        : {
            message,
            values: {
              actors: toActorPhrase(entry),
              title: entry.post_title ?? entry.course_title ?? '',
              course: entry.course_title ?? '',
              group: entry.conversation?.name ?? '',
              count: entry.type === 'new_message' ? entry.params.count : 0,
            },
          },
    detail: detail ? detail(entry, reading) : entry.content_preview,
    short: short ? short(entry) : null,
    path: space ? `/${space.subdomain}${path}` : path,
    search,
    icon,
    reason: reason(entry),
  };
}
