import { newId } from '#server/platform/ids.ts';
import { inSpace, ofCategory } from '../sample-content.ts';
import type { FeatureCalls } from '../sample-context.ts';

/** One valid call for each endpoint. */
export const sampleCalls: FeatureCalls<'spaces'> = {
  complete_setup_task: { input: (context) => ({ ...inSpace(context), task_type: 'invite' as const }) },
  dismiss_setup_guide: { input: inSpace },
  restore_setup_guide: { input: inSpace },
  create_space: { input: () => ({ name: 'A new space', subdomain: `new-${newId().slice(-12)}` }) },
  check_subdomain: { input: () => ({ name: 'some-address' }) },
  get_space: { input: ({ space }) => ({ subdomain: space.subdomain }) },
  update_space: { input: (context) => ({ ...inSpace(context), description: `Saved ${newId()}` }) },
  get_user_spaces_with_memberships: { input: () => ({}) },
  get_space_address: { input: inSpace },
  discover_spaces: { input: () => ({}) },
  list_category_locks: { input: inSpace },
  set_category_access: {
    input: async (context) => ({
      ...(await ofCategory(context)),
      match: 'all' as const,
      rules: [{ kind: 'level' as const, level: 2 }],
    }),
  },
  give_category_access: {
    input: async (context) => ({
      ...(await ofCategory(context)),
      client_id: newId(),
      to: { min_level: 1, min_days: 0 },
    }),
  },
  take_category_access: {
    input: async (context) => ({ ...(await ofCategory(context)), from: { client_id: newId() } }),
  },
  list_category_access: { input: ofCategory },
  preview_category_access: {
    input: async (context) => ({
      ...(await ofCategory(context)),
      ...{ level: 1, days: 0, is_paying: 'false', is_granted: 'false', has_completed: 'false' },
    }),
  },
};
