import type { LoggedAct } from '#contract/audit.ts';

/** A line of the log in words, without its time: who did what to whom. */
export function actText({ act, target, details, actor }: LoggedAct): string {
  const who = actor?.full_name ?? 'Someone';
  const whom = target?.full_name ?? 'someone';
  switch (act) {
    case 'member_removed':
      return `${who} removed ${whom}`;
    case 'member_banned':
      return `${who} banned ${whom}`;
    case 'member_unbanned':
      return `${who} lifted the ban of ${whom}`;
    case 'member_role_changed':
      return details.role === 'admin' ? `${who} made ${whom} an admin` : `${who} made ${whom} a member`;
    case 'member_reactivated':
      return `${who} let ${whom} in again`;
    case 'ownership_transferred':
      return `${who} handed the space to ${whom}`;
    case 'join_request_approved':
      return `${who} let ${whom} in`;
    case 'join_request_declined':
      return `${who} declined the request of ${whom}`;
    case 'settings_saved':
      return `${who} changed settings of the space: ${toFieldWords(details.fields)}`;
    case 'category_added':
      return `${who} added the category ${details.name ?? ''}`;
    case 'post_removed':
      return `${who} removed a post of ${whom}`;
    case 'comment_removed':
      return `${who} removed a comment of ${whom}`;
    case 'comments_closed':
      return `${who} closed the comments of a post`;
    case 'comments_opened':
      return `${who} opened the comments of a post`;
    case 'post_pinned':
      return `${who} pinned a post`;
    case 'post_unpinned':
      return `${who} unpinned a post`;
    case 'report_dismissed':
      return `${who} dismissed a report about ${whom}`;
    default:
      return unknownAct(act);
  }
}

/** The settings of a space in the words of its screens; the rest is read as it is called. */
const fieldWords: Record<string, string> = {
  is_private: 'privacy',
  rules_list: 'rules',
  pricing_type: 'price',
  price_per_month: 'price',
  primary_color: 'colour',
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

/** Which settings a save changed, each named once: `price, cover`. */
function toFieldWords(fields = ''): string {
  const words = fields.split(', ').map((field) => fieldWords[field] ?? field.replaceAll('_', ' '));
  return [...new Set(words)].join(', ');
}

function unknownAct(act: never): string {
  return String(act);
}
