import { type Message, msg, t } from '../../i18n/translate.ts';
import { toEventSentence, toEventTimesText } from '../../values/event-copy.ts';
import { joinDecisionCopy } from '../../values/join-decision-copy.ts';
import { type TargetPath, targetPath } from '../../values/targets.ts';
import { toActorPhrase } from './actor-phrase.ts';
import type { NotificationType } from './notification-types.ts';
import type { Notification, NotificationOf } from './notifications.ts';

/** What notifications of a type say. */
interface NotificationCopy<T extends NotificationType> {
  /**
   * What happened, as a whole sentence with the names in `<name>{actors}</name>` and the title of the post, if it is known,
   * in `<post>{title}</post>`. Null if `text` writes it.
   */
  sentence: (entry: NotificationOf<T>) => Message | null;
  text?: (entry: NotificationOf<T>) => string;
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

/** The sentence, text and link of each type of notification. */
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
  },
  comment_reply: {
    sentence: ({ params, post_title }) => {
      if (params.to === 'comment')
        return post_title === null
          ? msg('<name>{actors}</name> replied to your comment')
          : msg('<name>{actors}</name> replied to your comment on <post>{title}</post>');
      return post_title === null
        ? msg('<name>{actors}</name> commented on your post')
        : msg('<name>{actors}</name> commented on <post>{title}</post>');
    },
  },
  mention: {
    sentence: (entry) => {
      if (isComment(entry))
        return entry.post_title === null
          ? msg('<name>{actors}</name> mentioned you in a comment')
          : msg('<name>{actors}</name> mentioned you in a comment on <post>{title}</post>');
      return entry.post_title === null
        ? msg('<name>{actors}</name> mentioned you in a post')
        : msg('<name>{actors}</name> mentioned you in <post>{title}</post>');
    },
  },
  space_join: {
    sentence: ({ params }) =>
      params.event === 'joined'
        ? msg('<name>{actors}</name> joined the space')
        : msg('<name>{actors}</name> asked to join'),
    link: toMembers,
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
  },
  new_customer: {
    sentence: () => msg('<name>{actors}</name> became a paying member'),
    link: toMembers,
  },
  admin_announcement: {
    sentence: ({ post_title }) =>
      post_title === null
        ? msg('<name>{actors}</name> made an announcement')
        : msg('<name>{actors}</name> announced <post>{title}</post>'),
    detail: excerptUnlessTitled,
  },
  event_reminder: {
    sentence: () => null,
    text: ({ params }) => toEventSentence(params),
    detail: ({ params }) => toEventTimesText(params),
  },
  membership: {
    sentence: ({ params }) => joinDecisionCopy[params.outcome].title,
    detail: ({ params }) => t(joinDecisionCopy[params.outcome].detail),
    // Members go to the space, everyone else to its about page.
    link: { path: '', search: {} },
  },
  content_removed: {
    sentence: (entry) =>
      isComment(entry)
        ? msg('<name>{actors}</name> removed your comment')
        : msg('<name>{actors}</name> removed your post'),
  },
  report_reviewed: {
    sentence: ({ params }) => reviewed[params.kind],
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

/** A notification in words. */
export interface WrittenNotification {
  /** A message, with its values, or a text without any. */
  sentence: { message: Message; values: { actors: string; title: string } } | { text: string };
  /** Empty if there is nothing to say below the sentence. */
  detail: string;
  /** The path with which it opens, and its search parameters. */
  path: string;
  search: TargetPath['search'];
}

/** Writes a notification in the reader's language. */
export function writeNotification(entry: Notification): WrittenNotification {
  const { sentence, text, detail, link } = copy[entry.type] as NotificationCopy<NotificationType>;
  const target = { kind: entry.target_type, id: entry.target_id, post_id: entry.post_id };
  const { path, search } = link ?? targetPath(target);
  const message = sentence(entry);
  return {
    sentence:
      message === null
        ? { text: text?.(entry) ?? '' }
        : { message, values: { actors: toActorPhrase(entry), title: entry.post_title ?? '' } },
    detail: detail ? detail(entry) : entry.content_preview,
    path: `/${entry.space.subdomain}${path}`,
    search,
  };
}
