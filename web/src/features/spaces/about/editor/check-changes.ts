import { type SpaceChanges, updateSpaceBody } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { toVideo } from './video-address.ts';

/**
 * Validates changes before saving. Returns errors by field, in the order of the fields; empty if the changes are
 * valid.
 */
export function findProblems(changes: SpaceChanges): Partial<Record<keyof SpaceChanges, string>> {
  const problems: Partial<Record<keyof SpaceChanges, string>> = {};
  const parsed = updateSpaceBody.safeParse(changes);
  for (const { path, message } of parsed.error?.issues ?? []) {
    problems[path[0] as keyof SpaceChanges] ??= message;
  }
  if (changes.intro_media_type === 'video' && !toVideo(changes.intro_media_url ?? '')) {
    problems.intro_media_url = t('Use a YouTube, Vimeo, Loom or Wistia link, or a link ending in .mp4');
  }
  return problems;
}
