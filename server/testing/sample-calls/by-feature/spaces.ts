import { newId } from '#server/platform/ids.ts';
import { inSpace } from '../sample-content.ts';
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
};
