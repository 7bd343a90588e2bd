import type { AuditLogEntry } from '#contract/features/audit/audit.ts';
import { formatList } from '#contract/i18n/formatters.ts';
import { type Message, msg, t } from '#contract/i18n/translate.ts';

/** The text of an audit-log entry, without its time: who did what to whom. */
export function auditLogText({ action, target, details, actor }: AuditLogEntry): string {
  const who = actor?.full_name ?? t('Someone');
  const whom = target?.full_name ?? t('someone');
  switch (action) {
    case 'member_removed':
      return t('{who} removed {whom}', { who, whom });
    case 'member_banned':
      return t('{who} banned {whom}', { who, whom });
    case 'member_unbanned':
      return t('{who} unbanned {whom}', { who, whom });
    case 'member_role_changed':
      return details.role === 'admin'
        ? t('{who} made {whom} an admin', { who, whom })
        : t('{who} made {whom} a member', { who, whom });
    case 'member_reactivated':
      return t('{who} reinstated {whom}', { who, whom });
    case 'ownership_transferred':
      return t('{who} transferred ownership to {whom}', { who, whom });
    case 'join_request_approved':
      return t('{who} approved {whom}', { who, whom });
    case 'join_request_declined':
      return t("{who} declined {whom}'s request", { who, whom });
    case 'settings_saved':
      return t('{who} changed space settings: {settings}', { who, settings: toFieldLabels(details.fields) });
    case 'category_added':
      return t('{who} added the category {category}', { who, category: details.name ?? '' });
    case 'post_removed':
      return t('{who} removed a post by {whom}', { who, whom });
    case 'comment_removed':
      return t('{who} removed a comment by {whom}', { who, whom });
    case 'comments_closed':
      return t('{who} turned off comments on a post', { who });
    case 'comments_opened':
      return t('{who} turned on comments on a post', { who });
    case 'post_pinned':
      return t('{who} pinned a post', { who });
    case 'post_unpinned':
      return t('{who} unpinned a post', { who });
    case 'report_dismissed':
      return t('{who} dismissed a report about {whom}', { who, whom });
    default:
      return unknownAction(action);
  }
}

/** The labels of space settings as screens show them; other settings keep their key. */
const fieldLabels: Record<string, Message> = {
  is_private: msg('privacy'),
  rules_list: msg('rules'),
  pricing_type: msg('price'),
  price_per_month: msg('price'),
  primary_color: msg('color'),
  about_description: msg('about text'),
  support_email: msg('support email'),
  icon_image: msg('icon'),
  cover_image: msg('cover'),
  intro_media_type: msg('introduction'),
  intro_media_url: msg('introduction'),
  intro_media_thumbnail_url: msg('introduction'),
  feature_classroom_enabled: msg('classroom'),
  feature_calendar_enabled: msg('calendar'),
  feature_map_enabled: msg('map'),
  feature_7_day_trial_enabled: msg('trial'),
};

/** The labels of the settings that a save changed, without repeats: `price, cover`. */
function toFieldLabels(fields = ''): string {
  const labels = fields.split(', ').map((field) => {
    const label = fieldLabels[field];
    return label ? t(label) : field.replaceAll('_', ' ');
  });
  return formatList([...new Set(labels)], { type: 'unit', style: 'short' });
}

function unknownAction(action: never): string {
  return String(action);
}
