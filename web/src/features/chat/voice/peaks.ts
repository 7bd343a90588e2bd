import { voicePeaks } from '#contract/values/limits.ts';

/** Returns the loudness of a recording in 64 values from 0 to 100, scaled to the loudest; `levels` are from 0 to 1. */
export function toPeaks(levels: readonly number[]): number[] {
  const loudest = Math.max(0.05, ...levels);
  return Array.from({ length: voicePeaks }, (_, index) => {
    const from = Math.floor((index * levels.length) / voicePeaks);
    const to = Math.max(from + 1, Math.floor(((index + 1) * levels.length) / voicePeaks));
    const level = Math.max(0, ...levels.slice(from, to));
    return Math.round((level / loudest) * 100);
  });
}

/** Returns the loudness of samples around 128, as an analyser has them, from 0 to 1. */
export function toLevel(samples: ArrayLike<number>): number {
  let loudest = 0;
  for (let index = 0; index < samples.length; index += 1)
    loudest = Math.max(loudest, Math.abs((samples[index] ?? 128) - 128));
  return loudest / 128;
}

/** Formats a duration as minutes and seconds: `1:05`. */
export function toDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
