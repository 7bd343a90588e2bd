import type { Chapter } from '#contract/features/videos/video-texts.ts';
import { maxCaptionLanguages } from '#contract/values/limits.ts';
import type { SpaceContext, Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { editCourse, publishPagesShowing, requireOpenPage, videoIdsIn } from '../../courses/index.ts';
import { parseCaptions } from './parse-captions.ts';
import { deleteCaptions, listCaptionLanguages, saveCaptions, updateChapters } from './texts.queries.ts';

type Context = Pick<Platform, 'db'>;
type Scope = Pick<SpaceContext, 'space_id'>;
interface PageVideoId {
  page_id: string;
  upload_id: string;
}

/** Runs a change of the texts of a video by an editor of the course, and publishes it to those who have its pages open. */
async function changeTexts(
  context: Context,
  viewer: Viewer,
  scope: Scope,
  { page_id, upload_id }: PageVideoId,
  change: (tx: Tx) => Promise<void>,
): Promise<void> {
  await editCourse(context, viewer, scope, { page_id }, async ({ tx, course, rights }) => {
    const page = await requireOpenPage(tx, viewer, rights, page_id);
    if (!videoIdsIn(page.content).includes(upload_id)) throw new AppError('video_not_found');
    await change(tx);
    await publishPagesShowing(tx, course, upload_id);
  });
}

/**
 * Sets the captions of a video in a language, and returns how many there are.
 * @throws AppError `captions_unreadable`, `too_many_caption_languages`, `page_not_found`, `video_not_found`, `not_allowed`
 */
export async function setCaptions(
  context: Context,
  viewer: Viewer,
  scope: Scope,
  input: PageVideoId & { language: string; file: string },
): Promise<number> {
  const { upload_id, language } = input;
  const captions = parseCaptions(input.file);
  await changeTexts(context, viewer, scope, input, async (tx) => {
    // The course is locked, so no other request adds a language.
    const languages = await listCaptionLanguages(tx, upload_id);
    if (!languages.includes(language) && languages.length >= maxCaptionLanguages)
      throw new AppError('too_many_caption_languages');
    await saveCaptions(tx, { upload_id, language, space_id: scope.space_id, captions, at: nowIso() });
  });
  return captions.length;
}

/** Deletes the captions of a video in a language. Repeating it changes nothing. */
export async function removeCaptions(
  context: Context,
  viewer: Viewer,
  scope: Scope,
  input: PageVideoId & { language: string },
): Promise<void> {
  await changeTexts(context, viewer, scope, input, (tx) =>
    deleteCaptions(tx, input.upload_id, input.language),
  );
}

/** Sets the chapters of a video. */
export async function setChapters(
  context: Context,
  viewer: Viewer,
  scope: Scope,
  input: PageVideoId & { chapters: Chapter[] },
): Promise<void> {
  await changeTexts(context, viewer, scope, input, (tx) =>
    updateChapters(tx, input.upload_id, input.chapters),
  );
}
