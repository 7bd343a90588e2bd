import type { SetupState } from '#contract/features/spaces/setup.ts';
import { type Space, type SpaceSummary, space } from '#contract/features/spaces/spaces.ts';
import type { SpaceTopic } from '#contract/values/topics.ts';
import { canReadSpace, type SpaceContext } from '#server/platform/access.ts';
import { type SpaceRow, type SpaceSummaryRow, summaryColumns } from './spaces.queries.ts';

/** Fields of a space that are computed for the viewer. All others are columns of `spaces` with the same names. */
const computed = [
  'owner_id',
  'categories',
  'owner',
  'staff',
  'can_read',
  'membership',
  'join_requested',
  'viewer_is_banned',
  'setup',
  'welcome',
  'permissions',
] as const satisfies (keyof Space)[];
type Computed = (typeof computed)[number];
type SpaceColumn = Exclude<keyof Space, Computed>;

const isComputed = (field: keyof Space): field is Computed =>
  (computed as readonly (keyof Space)[]).includes(field);
const spaceColumns = (Object.keys(space.shape) as (keyof Space)[]).filter(
  (field): field is SpaceColumn => !isComputed(field),
);

function pick<Row extends object, F extends keyof Row>(row: Row, fields: readonly F[]): Pick<Row, F> {
  return Object.fromEntries(fields.map((field) => [field, row[field]])) as Pick<Row, F>;
}

/** Converts columns to the values of the contract. A missing pricing type means free. */
const toValues = (row: Pick<SpaceSummaryRow, 'pricing_type' | 'topic'>) => ({
  pricing_type: row.pricing_type === 'paid' ? ('paid' as const) : ('free' as const),
  topic: row.topic as SpaceTopic | null,
});

/** Maps a row to the summary. */
export function toSpaceSummary(row: SpaceSummaryRow): SpaceSummary {
  return { ...pick(row, summaryColumns), ...toValues(row) };
}

/** Maps a space to what one viewer sees. Outsiders of a private space see neither its staff nor its categories. */
export function toSpace(row: SpaceRow, setup: SetupState | null, scope: SpaceContext): Space {
  const { categories, staff } = row;
  const readable = canReadSpace(scope) || !row.is_private;
  return {
    ...pick(row, spaceColumns),
    ...toValues(row),
    rules_list: row.rules_list as Space['rules_list'],
    intro_media_type: row.intro_media_type as Space['intro_media_type'],
    owner_id: readable ? row.owner_id : null,
    categories: readable ? categories : [],
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
    welcome: row.welcome,
    permissions: scope.permissions,
  };
}
