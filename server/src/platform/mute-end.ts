import { type MuteDuration, mutedForGood } from '#contract/values/mute-durations.ts';
import { nowMs } from './clock.ts';

const hour = 60 * 60 * 1000;
const lengths: Record<Exclude<MuteDuration, 'always'>, number> = {
  '1_hour': hour,
  '1_day': 24 * hour,
  '1_week': 7 * 24 * hour,
};

/** Returns when something that is muted now is no longer muted. */
export const toMuteEnd = (duration: MuteDuration): string =>
  duration === 'always' ? mutedForGood : new Date(nowMs() + lengths[duration]).toISOString();
