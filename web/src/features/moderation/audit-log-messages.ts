import type { ReactNode } from 'react';
import type { AuditLogEntry } from '#contract/features/audit/audit.ts';
import { formatList } from '#contract/i18n/names.ts';
import { type Message, msg, t } from '#contract/i18n/translate.ts';
import { tRich } from '#web/lib/text/rich-message.tsx';

/** How the names of an entry are shown. */
interface LogNames {
  [value: string]: (name: ReactNode) => ReactNode;
  actor: (name: ReactNode) => ReactNode;
  target: (name: ReactNode) => ReactNode;
}

/** The text of an audit-log entry, without its time: who did what to whom. */
export function auditLogText({ action, target, details, actor }: AuditLogEntry, names: LogNames): ReactNode {
  const who = actor?.full_name ?? t('Someone');
  const whom = target?.full_name ?? t('someone');
  const values = { who, whom, ...names };
  const named = { ...values, name: details.name ?? '', count: Number(details.count ?? 1) };
  switch (action) {
    case 'member_removed':
      return tRich('<actor>{who}</actor> removed <target>{whom}</target>', values);
    case 'member_banned':
      return tRich('<actor>{who}</actor> banned <target>{whom}</target>', values);
    case 'member_unbanned':
      return tRich('<actor>{who}</actor> unbanned <target>{whom}</target>', values);
    case 'member_role_changed':
      return details.role === 'admin'
        ? tRich('<actor>{who}</actor> made <target>{whom}</target> an admin', values)
        : tRich('<actor>{who}</actor> made <target>{whom}</target> a member', values);
    case 'member_reactivated':
      return tRich('<actor>{who}</actor> reinstated <target>{whom}</target>', values);
    case 'ownership_transferred':
      return tRich('<actor>{who}</actor> transferred ownership to <target>{whom}</target>', values);
    case 'join_request_approved':
      return tRich('<actor>{who}</actor> approved <target>{whom}</target>', values);
    case 'join_request_declined':
      return tRich("<actor>{who}</actor> declined <target>{whom}</target>'s request", values);
    case 'settings_saved':
      return tRich('<actor>{who}</actor> changed space settings: {settings}', {
        ...values,
        settings: toFieldLabels(details.fields),
      });
    case 'category_added':
      return tRich('<actor>{who}</actor> added the category {category}', {
        ...values,
        category: details.name ?? '',
      });
    case 'access_limited':
      return tRich('<actor>{who}</actor> changed who can open “{name}”', named);
    case 'access_opened':
      return tRich('<actor>{who}</actor> opened “{name}” to everyone', named);
    case 'access_given':
      return details.count === undefined
        ? tRich('<actor>{who}</actor> gave <target>{whom}</target> access to “{name}”', named)
        : tRich(
            '<actor>{who}</actor> gave {count, plural, one {# member} other {# members}} access to “{name}”',
            named,
          );
    case 'access_taken':
      return details.count === undefined
        ? tRich("<actor>{who}</actor> took back <target>{whom}</target>'s access to “{name}”", named)
        : tRich(
            '<actor>{who}</actor> took back access to “{name}” from {count, plural, one {# member} other {# members}}',
            named,
          );
    case 'post_removed':
      return tRich('<actor>{who}</actor> removed a post by <target>{whom}</target>', values);
    case 'comment_removed':
      return tRich('<actor>{who}</actor> removed a comment by <target>{whom}</target>', values);
    case 'comments_closed':
      return tRich('<actor>{who}</actor> turned off comments on a post', values);
    case 'comments_opened':
      return tRich('<actor>{who}</actor> turned on comments on a post', values);
    case 'post_pinned':
      return tRich('<actor>{who}</actor> pinned a post', values);
    case 'post_unpinned':
      return tRich('<actor>{who}</actor> unpinned a post', values);
    case 'report_dismissed':
      return tRich('<actor>{who}</actor> dismissed a report about <target>{whom}</target>', values);
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
