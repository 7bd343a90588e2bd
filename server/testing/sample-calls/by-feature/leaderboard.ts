import { inSpace, ofMember } from '../sample-content.ts';
import type { FeatureCalls } from '../sample-context.ts';

/** One valid call for each endpoint. */
export const sampleCalls: FeatureCalls<'leaderboard'> = {
  get_leaderboard: { input: inSpace },
  list_leaderboard: { input: inSpace },
  get_space_levels: { input: inSpace },
  set_level_names: {
    input: (context) => ({ ...inSpace(context), names: Array.from({ length: 9 }, () => 'Regular') }),
  },
  get_member_card: { input: ofMember },
};
