import { msg } from '../../i18n/translate.ts';
import { defineErrors } from '../../schema/define-errors.ts';
import { maxEventDescription } from '../../values/limits.ts';

export const calendarErrors = defineErrors({
  calendar_not_enabled: { status: 404, message: msg('This space has no calendar.') },
  event_not_found: { status: 404, message: msg('This event no longer exists.') },
  date_range_too_large: {
    status: 400,
    message: msg('Choose a range of up to 62 days.'),
  },
  event_description_too_long: {
    status: 400,
    message: msg('The description is longer than {max, number} characters.'),
    values: { max: maxEventDescription },
  },
  event_ends_before_it_starts: { status: 400, message: msg('The event must end after it starts.') },
  event_too_long: { status: 400, message: msg('An event can last up to 31 days.') },
  event_not_whole_days: { status: 400, message: msg('An all-day event must start and end at midnight.') },
  unknown_time_zone: { status: 400, message: msg("This time zone doesn't exist.") },
  event_link_needed: { status: 400, message: msg('An online event needs a link.') },
  event_address_needed: { status: 400, message: msg('An in-person event needs an address.') },
  event_host_not_member: { status: 400, message: msg('Hosts must be members of the space.') },
  recurrence_too_many: { status: 400, message: msg('A series can have up to 200 events.') },
  recurrence_too_long: { status: 400, message: msg('A series must end before the year 2100.') },
  recurrence_empty: { status: 400, message: msg('No dates match this schedule.') },
  recurrence_scope_required: {
    status: 400,
    message: msg('Change this and following events, or the whole series.'),
  },
  event_cancelled: { status: 409, message: msg('This event was canceled.') },
  event_locked: { status: 403, message: msg("This event isn't open to you yet.") },
  event_over: { status: 409, message: msg('This event is over.') },
  capacity_below_attendance: {
    status: 409,
    message: msg("Capacity can't be lower than the number of people going."),
  },
  event_has_no_link: { status: 404, message: msg('This event has no link.') },
  event_link_not_open: {
    status: 403,
    message: msg('The link opens 15 minutes before the event and closes when it ends.'),
  },
  event_link_requires_rsvp: {
    status: 403,
    message: msg('Only people who are going can see the link.'),
  },
});
