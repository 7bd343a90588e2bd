import { t } from '#contract/i18n/translate.ts';
import {
  button,
  paragraph,
  plainLink,
  plainOnly,
  quiet,
  unsubscribeBlock,
  usedAddressFooter,
} from '#server/platform/email/email-content.ts';
import { defineEmailTemplate, notificationValues } from '#server/platform/email/email-templates.ts';

export const eventNotificationEmail = defineEmailTemplate({
  name: 'event-notification',
  values: [
    'headline',
    'event_when',
    'event_where',
    'space_name',
    'event_url',
    'calendar_url',
    ...notificationValues,
  ],
  write: (values) => {
    const { brand, greeting, headline, event_when, event_where, event_url, calendar_url } = values;
    const calendarLabel = t('Add it to your calendar');
    return {
      subject: headline,
      preview: event_when,
      title: headline,
      blocks: [
        paragraph([greeting]),
        plainOnly(headline),
        paragraph([event_when, event_where]),
        button(t('Open the event'), event_url),
        quiet([[{ url: calendar_url, text: calendarLabel }]], plainLink(calendarLabel, calendar_url)),
        quiet([
          t(
            "You're receiving this because you RSVP'd in {space}. You can change your RSVP on the event page.",
            { space: values.space_name },
          ),
        ]),
        unsubscribeBlock(values),
      ],
      footer: usedAddressFooter(brand),
    };
  },
});
