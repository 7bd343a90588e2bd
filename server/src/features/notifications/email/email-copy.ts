import { type Message, msg } from '#contract/i18n/translate.ts';
import type { EmailKind } from './unsubscribe-token.ts';

/** What recipients read about unsubscribing from emails of a type. `{space}` is the name of the space, if there is one. */
interface UnsubscribeCopy {
  /** At the end of the email, before the link. */
  question: Message;
  /** On the page of the link, before and after they confirm. */
  confirm: Message;
  done: Message;
}

export const unsubscribeCopy: { readonly [K in EmailKind]: UnsubscribeCopy } = {
  digest: {
    question: msg("Don't want the digest of {space}?"),
    confirm: msg("You won't get the digest of {space} anymore. You'll still get notifications in the app."),
    done: msg("You won't get the digest of {space}. You'll still get notifications in the app."),
  },
  notifications: {
    question: msg("Don't want emails about notifications from {space}?"),
    confirm: msg(
      "You won't get emails about notifications from {space} anymore. You'll still get notifications in the app.",
    ),
    done: msg(
      "You won't get emails about notifications from {space}. You'll still get notifications in the app.",
    ),
  },
  conversations: {
    question: msg("Don't want emails about messages?"),
    confirm: msg("You won't get emails about messages anymore. You'll still see them in your chats."),
    done: msg("You won't get emails about messages. You'll still see them in your chats."),
  },
  event_reminder: {
    question: msg("Don't want emails about events in {space}?"),
    confirm: msg(
      "You won't get emails about events in {space} anymore. You'll still get notifications in the app.",
    ),
    done: msg("You won't get emails about events in {space}. You'll still get notifications in the app."),
  },
  membership: {
    question: msg("Don't want emails about your requests to join {space}?"),
    confirm: msg(
      "You won't get emails about your requests to join {space} anymore. You'll still get notifications in the app.",
    ),
    done: msg(
      "You won't get emails about your requests to join {space}. You'll still get notifications in the app.",
    ),
  },
};
