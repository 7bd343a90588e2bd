import type { AuditLogEntry } from '#contract/audit.ts';

/** The text of an audit-log entry, without its time: who did what to whom. */
export function auditLogText({ action, target, details, actor }: AuditLogEntry): string {
  const who = actor?.full_name ?? 'Someone';
  const whom = target?.full_name ?? 'someone';
  switch (action) {
    case 'member_removed':
      return `${who} removed ${whom}`;
    case 'member_banned':
      return `${who} banned ${whom}`;
    case 'member_unbanned':
      return `${who} unbanned ${whom}`;
    case 'member_role_changed':
      return details.role === 'admin' ? `${who} made ${whom} an admin` : `${who} made ${whom} a member`;
    case 'member_reactivated':
      return `${who} reinstated ${whom}`;
    case 'ownership_transferred':
      return `${who} transferred ownership to ${whom}`;
    case 'join_request_approved':
      return `${who} approved ${whom}`;
    case 'join_request_declined':
      return `${who} declined ${whom}'s request`;
    case 'settings_saved':
      return `${who} changed space settings: ${toFieldLabels(details.fields)}`;
    case 'category_added':
      return `${who} added the category ${details.name ?? ''}`;
    case 'post_removed':
      return `${who} removed a post by ${whom}`;
    case 'comment_removed':
      return `${who} removed a comment by ${whom}`;
    case 'comments_closed':
      return `${who} turned off comments on a post`;
    case 'comments_opened':
      return `${who} turned on comments on a post`;
    case 'post_pinned':
      return `${who} pinned a post`;
    case 'post_unpinned':
      return `${who} unpinned a post`;
    case 'report_dismissed':
      return `${who} dismissed a report about ${whom}`;
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
