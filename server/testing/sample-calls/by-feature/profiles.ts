import { ofPerson } from '../sample-content.ts';
import type { FeatureCalls } from '../sample-context.ts';

/** One valid call for each endpoint. */
export const sampleCalls: FeatureCalls<'profiles'> = {
  update_avatar: { input: () => ({ upload_id: null }) },
  get_follow: { input: ofPerson },
  follow_user: { input: ofPerson },
  unfollow_user: { input: ofPerson },
  update_time_zone: { input: () => ({ time_zone: 'Europe/Lisbon', mode: 'fixed' as const }) },
};
