import type { SpaceChanges } from '#contract/features/spaces/spaces.ts';
import type { Viewer } from '#server/platform/access.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Database, Tx } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { publish, spaceChannel } from '#server/platform/live/publish.ts';
import { recordAudit } from '../audit/index.ts';
import { requireActiveMember } from '../members/index.ts';
import { attachUploads, originalUrl, toImage } from '../uploads/index.ts';
import { completeTask } from './setup/complete-task.ts';
import { changedColumns } from './space-changes.ts';
import { findSpaceForUpdate, type SpaceColumns, updateSpaceColumns } from './spaces.queries.ts';
import { toSpaceSummary } from './spaces.view.ts';

/** What decides who can open what: rules can ask for a plan, which counts once a trial is over. */
const accessFields = [
  'is_private',
  'pricing_type',
  'price_per_month',
  'feature_7_day_trial_enabled',
  'feature_classroom_enabled',
] as const;

/**
 * Saves settings of a space and publishes the change to everyone in it.
 * @throws AppError `membership_required`, `not_allowed`, `no_changes`, `upload_not_found`, `invalid_input` for a price out of
 * range
 */
export async function updateSpace(
  db: Database,
  viewer: Viewer,
  spaceId: string,
  input: SpaceChanges,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const before = await findSpaceForUpdate(tx, spaceId);
    if (!before) throw new AppError('space_not_found');
    await requireActiveMember(tx, spaceId, viewer.user_id, { access: 'space-editor' });
    const at = nowIso();
    const changes: Partial<SpaceColumns> = {
      ...changedColumns(before, input),
      ...(await imageColumns(tx, viewer, before, input, at)),
    };
    if (Object.keys(changes).length === 0) throw new AppError('no_changes');
    const row = await updateSpaceColumns(tx, spaceId, { ...changes, updated_at: at });
    await recordAudit(tx, {
      space_id: spaceId,
      actor_id: viewer.user_id,
      action: 'settings_saved',
      details: { fields: Object.keys(changes).join(', ') },
    });
    const completion = { space_id: spaceId, user_id: viewer.user_id, at };
    if (changes.description || changes.about_description) {
      await completeTask(tx, { ...completion, task_type: 'description' });
    }
    if (changes.cover_image) await completeTask(tx, { ...completion, task_type: 'cover' });
    await publish(tx, spaceChannel(spaceId), 'space.changed', {
      space: toSpaceSummary(row),
      access_changed: accessFields.some((field) => field in changes),
    });
  });
}

/** Returns the URLs of the icon, cover and intro media, from uploads that the viewer made for this space. */
async function imageColumns(
  tx: Tx,
  viewer: Viewer,
  before: SpaceColumns,
  input: SpaceChanges,
  at: string,
): Promise<Partial<SpaceColumns>> {
  const images = [
    { column: 'icon_image', purpose: 'space_icon', upload_id: input.icon_upload_id },
    { column: 'cover_image', purpose: 'space_cover', upload_id: input.cover_upload_id },
    { column: 'intro_media_url', purpose: 'space_intro', upload_id: input.intro_upload_id },
    { column: 'intro_media_url', purpose: 'space_intro_video', upload_id: input.intro_video_upload_id },
  ] as const;
  const changes: Partial<SpaceColumns> = {};
  for (const { column, purpose, upload_id } of images) {
    if (upload_id) {
      const request = {
        user_id: viewer.user_id,
        space_id: before.id,
        purpose: [purpose],
        upload_ids: [upload_id],
        at,
      };
      const [upload] = await attachUploads(tx, request);
      if (upload && purpose === 'space_intro_video') changes[column] = originalUrl(upload.id);
      else if (upload) changes[column] = toImage(upload).url;
    } else if (column !== 'intro_media_url' && upload_id === null && before[column] !== null)
      changes[column] = null;
  }
  if (changes.intro_media_url) {
    const intro_media_type = input.intro_video_upload_id ? 'video' : 'image';
    Object.assign(changes, { intro_media_type, intro_media_thumbnail_url: null });
  }
  return changes;
}
