import type { SetupState } from '#contract/setup.ts';
import type { Category, Space, SpaceSummary } from '#contract/spaces.ts';
import type { SpaceTopic } from '#contract/values/topics.ts';
import { canReadSpace, type SpaceContext } from '#server/platform/access.ts';
import type { SpaceRow, SpaceSummaryRow, StaffRow } from './spaces.queries.ts';

/** Maps a row to the summary. A missing pricing type means free. */
export function toSpaceSummary(row: SpaceSummaryRow): SpaceSummary {
  return {
    id: row.id,
    name: row.name,
    subdomain: row.subdomain,
    short_description: row.short_description,
    description: row.description,
    icon_image: row.icon_image,
    cover_image: row.cover_image,
    primary_color: row.primary_color,
    is_private: row.is_private,
    pricing_type: row.pricing_type === 'paid' ? 'paid' : 'free',
    price_per_month: row.price_per_month,
    topic: row.topic as SpaceTopic | null,
    member_count: row.member_count,
    owner_id: row.owner_id,
  };
}

/** Maps a space to what one viewer sees. Outsiders of a private space see neither its staff nor its categories. */
export function toSpace(
  row: SpaceRow,
  parts: { categories: Category[]; staff: StaffRow[]; setup: SetupState | null },
  scope: SpaceContext,
): Space {
  const { categories, staff, setup } = parts;
  const readable = canReadSpace(scope) || !row.is_private;
  return {
    ...toSpaceSummary(row),
    owner_id: readable ? row.owner_id : null,
    about_description: row.about_description,
    course_count: row.course_count,
    feature_classroom_enabled: row.feature_classroom_enabled,
    feature_calendar_enabled: row.feature_calendar_enabled,
    feature_map_enabled: row.feature_map_enabled,
    feature_7_day_trial_enabled: row.feature_7_day_trial_enabled,
    rules_list: row.rules_list as Space['rules_list'],
    categories: readable ? categories : [],
    support_email: row.support_email,
    intro_media_type: row.intro_media_type as Space['intro_media_type'],
    intro_media_url: row.intro_media_url,
    intro_media_thumbnail_url: row.intro_media_thumbnail_url,
    created_at: row.created_at,
    updated_at: row.updated_at,
    owner: readable ? row.owner : null,
    staff: readable
      ? staff.map(({ is_owner, user }) => ({
          role: is_owner ? ('owner' as const) : ('admin' as const),
          user,
        }))
      : [],
    can_read: canReadSpace(scope),
    membership: scope.role && { role: scope.role, joined_at: scope.joined_at ?? row.created_at },
    join_requested: Boolean(row.join_requested),
    viewer_is_banned: Boolean(row.viewer_is_banned),
    setup,
    permissions: scope.permissions,
  };
}
