import type { AuditLogEntry } from '#contract/audit.ts';
import { t } from '#contract/i18n/translate.ts';

/** The text of an audit-log entry, without its time: who did what to whom. */
export function auditLogText({ action, target, details, actor }: AuditLogEntry): string {
  const who = actor?.full_name ?? t('Someone');
  const whom = target?.full_name ?? 'someone';
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
      return `${who} changed space settings: ${toFieldLabels(details.fields)}`;
    case 'category_added':
      return `${who} added the category ${details.name ?? ''}`;
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
const fieldLabels: Record<string, string> = {
  is_private: 'privacy',
  rules_list: 'rules',
  pricing_type: 'price',
  price_per_month: 'price',
  primary_color: 'color',
  about_description: 'about text',
  support_email: 'support e-mail',
  icon_image: 'icon',
  cover_image: 'cover',
  intro_media_type: 'introduction',
  intro_media_url: 'introduction',
  intro_media_thumbnail_url: 'introduction',
  feature_classroom_enabled: 'classroom',
  feature_calendar_enabled: 'calendar',
  feature_map_enabled: 'map',
  feature_7_day_trial_enabled: 'trial',
};

/** The labels of the settings that a save changed, without repeats: `price, cover`. */
function toFieldLabels(fields = ''): string {
  const copy = fields.split(', ').map((field) => fieldLabels[field] ?? field.replaceAll('_', ' '));
  return [...new Set(copy)].join(', ');
}

function unknownAction(action: never): string {
  return String(action);
}
