import type { RawBuilder } from 'kysely';
import { filePurposes, uploadPurposes } from '#contract/features/uploads/uploads.ts';
import type { SpaceContext, Viewer } from '../access.ts';
import type { Db } from '../db/database.ts';
import type { UploadForm } from './upload-forms.ts';

/**
 * What uploads are for. `chat_voice` and `course_video` have endpoints of their own. Only the server uses `link_image`, for the
 * image of a linked page, and `video_rendition`, for a video in another size.
 */
const storedPurposes = [
  ...uploadPurposes,
  ...filePurposes,
  'chat_voice',
  'course_video',
  'link_image',
  'video_rendition',
] as const;
export type StoredPurpose = (typeof storedPurposes)[number];

/** How a feature uses the uploads of some purposes. All conditions are about the upload `u`. */
export interface UploadUse {
  /** How the uploads for each purpose are stored. Each purpose belongs to one use. */
  purposes: { readonly [Purpose in StoredPurpose]?: UploadForm };
  /** The columns that refer to uploads with a foreign key, as `table.column`. */
  columns: readonly string[];
  /**
   * Whether an attached upload is still used: by something that exists, by an earlier version of it, or by deleted content
   * whose files are kept. `since` is the time after which content must have been removed for that, as an ISO timestamp.
   */
  isInUse: (since: string) => RawBuilder<boolean>;
  /**
   * Who can upload for them: `'signed-in'` for uploads that belong to no space, `'server'` if only the server stores them.
   */
  uploadAccess: 'space-member' | 'space-editor' | 'signed-in' | 'server';
  /**
   * Who can download an attached upload until its row is deleted. `'everyone'`: also people who can't read the space, because
   * the image appears wherever the user or space does. `'space'`: everyone who can read the space. A condition: the same,
   * while it is true; otherwise only the author and moderators. A function, for uploads that belong to no space: everyone for
   * whom its condition is true, given the id of the viewer. `check`: of those who can read the space, everyone for whom it
   * returns true. Both: everyone who can read the space while the condition is true, otherwise those for whom the check returns
   * true, the author and moderators.
   */
  shownTo:
    | 'everyone'
    | 'space'
    | RawBuilder<boolean>
    | ((viewerId: string) => RawBuilder<boolean>)
    | {
        /** Otherwise, only the check decides. */
        condition?: RawBuilder<boolean>;
        check: (db: Db, viewer: Viewer | null, scope: SpaceContext, uploadId: string) => Promise<boolean>;
      };
  /**
   * The ids of all uploads of deleted content, as a statement, for content that detaches its uploads when it is deleted.
   * If missing, all attached uploads of these purposes are checked every night.
   */
  ofDeleted?: RawBuilder<unknown>;
  /** Whether detached ones are kept for a day, for open pages that still show them. */
  isKeptForOpenPages?: boolean;
}

/** Returns how uploads of a purpose are used; undefined if no feature declares it. */
export const findUploadUse = (uses: readonly UploadUse[], purpose: string): UploadUse | undefined =>
  uses.find(({ purposes }) => Object.hasOwn(purposes, purpose));

/** Returns how the uploads for a purpose are stored. Throws if no feature declares it in this form. */
export function requireUploadForm<Kind extends UploadForm['kind']>(
  uses: readonly UploadUse[],
  purpose: StoredPurpose,
  kind: Kind,
): Extract<UploadForm, { kind: Kind }> {
  const form = findUploadUse(uses, purpose)?.purposes[purpose];
  if (form?.kind !== kind) throw new Error(`Uploads for ${purpose} aren't declared as ${kind}`);
  return form as Extract<UploadForm, { kind: Kind }>;
}

/** Returns the purposes of some uses. */
export const purposesOf = (uses: readonly UploadUse[]): StoredPurpose[] =>
  uses.flatMap(({ purposes }) => Object.keys(purposes) as StoredPurpose[]);

/**
 * Returns how all features use uploads. Throws if a purpose is missing, declared twice, or in another form than its
 * endpoint accepts.
 */
export function collectUploadUses(features: { uploads?: readonly UploadUse[] }[]): UploadUse[] {
  const uses = features.flatMap(({ uploads }) => uploads ?? []);
  for (const purpose of storedPurposes) {
    const { length } = uses.filter(({ purposes }) => Object.hasOwn(purposes, purpose));
    if (length !== 1)
      throw new Error(`${length} features declare how uploads for ${purpose} are used, not one`);
  }
  for (const purpose of uploadPurposes) requireUploadForm(uses, purpose, 'image');
  for (const purpose of [...filePurposes, 'chat_voice', 'course_video', 'video_rendition'] as const)
    requireUploadForm(uses, purpose, 'file');
  return uses;
}
