import { type Space, type SpaceChanges, updateSpaceBody } from '#contract/features/spaces/spaces.ts';

export interface Rule {
  id: string;
  text: string;
}
/** An image or video that was uploaded for this space and isn't saved yet. */
export interface UploadedMedia {
  upload_id: string;
  url: string;
}
export type IntroEdit =
  | { type: 'none' }
  | { type: 'video'; url: string }
  | ({ type: 'image' | 'video_file' } & UploadedMedia);

/** Settings with rules of their own, or that are saved elsewhere. All others are edited as they are stored. */
const otherSettings = [
  'subdomain',
  'primary_color',
  'rules_list',
  'pricing_type',
  'price_per_month',
  'icon_upload_id',
  'cover_upload_id',
  'intro_media_type',
  'intro_media_url',
  'intro_media_thumbnail_url',
  'intro_upload_id',
  'intro_video_upload_id',
] as const satisfies (keyof SpaceChanges)[];
type OtherSetting = (typeof otherSettings)[number];
type StoredSetting = Exclude<keyof SpaceChanges, OtherSetting>;

const isOther = (setting: keyof SpaceChanges): setting is OtherSetting =>
  (otherSettings as readonly (keyof SpaceChanges)[]).includes(setting);
const storedSettings = (Object.keys(updateSpaceBody.shape) as (keyof SpaceChanges)[]).filter(
  (setting): setting is StoredSetting => !isOther(setting),
);

/** Unsaved changes of the about page. Null removes an image. */
export interface AboutEdits extends Pick<SpaceChanges, StoredSetting> {
  primary_color?: string;
  rules_list?: Rule[];
  icon?: UploadedMedia | null;
  cover?: UploadedMedia | null;
  intro?: IntroEdit;
}

const toRules = (rules: readonly Rule[]): Rule[] =>
  rules.map(({ id, text }) => ({ id, text: text.trim() })).filter(({ text }) => text !== '');

/**
 * Returns only the fields that differ from the saved space, so that a save doesn't undo other people's changes. An
 * empty text counts as missing.
 */
export function toSpaceChanges(space: Space, edits: AboutEdits): SpaceChanges {
  const changes: SpaceChanges = {};
  for (const setting of storedSettings) {
    const value = edits[setting];
    if (value === undefined) continue;
    const [edited, saved] =
      typeof value === 'string' ? [value.trim(), space[setting] ?? ''] : [value, space[setting]];
    if (edited !== saved) Object.assign(changes, { [setting]: edited });
  }
  const color = edits.primary_color;
  if (color && color.toLowerCase() !== space.primary_color.toLowerCase()) changes.primary_color = color;
  if (edits.rules_list) {
    const rules = toRules(edits.rules_list);
    if (JSON.stringify(rules) !== JSON.stringify(toRules(space.rules_list ?? []))) changes.rules_list = rules;
  }
  if (edits.icon) changes.icon_upload_id = edits.icon.upload_id;
  else if (edits.icon === null && space.icon_image) changes.icon_upload_id = null;
  if (edits.cover) changes.cover_upload_id = edits.cover.upload_id;
  else if (edits.cover === null && space.cover_image) changes.cover_upload_id = null;
  return { ...changes, ...introChanges(space, edits.intro) };
}

function introChanges(space: Space, intro: IntroEdit | undefined): SpaceChanges {
  if (!intro) return {};
  if (intro.type === 'image') return { intro_upload_id: intro.upload_id };
  if (intro.type === 'video_file') return { intro_video_upload_id: intro.upload_id };
  if (intro.type === 'none') return space.intro_media_type === 'none' ? {} : { intro_media_type: 'none' };
  const url = intro.url.trim();
  // A video without an address counts as none.
  if (url === '') return introChanges(space, { type: 'none' });
  const isSame = space.intro_media_type === 'video' && space.intro_media_url === url;
  return isSame ? {} : { intro_media_type: 'video', intro_media_url: url };
}

/** Returns the space as it will be once saved, for the preview and the fields. */
export function withEdits(space: Space, edits: AboutEdits): Space {
  const { icon, cover, intro, rules_list, ...labels } = edits;
  return {
    ...space,
    ...labels,
    rules_list: rules_list ? toRules(rules_list) : space.rules_list,
    icon_image: icon === undefined ? space.icon_image : (icon?.url ?? null),
    cover_image: cover === undefined ? space.cover_image : (cover?.url ?? null),
    ...(intro && {
      intro_media_type: intro.type === 'video_file' ? ('video' as const) : intro.type,
      intro_media_url: intro.type === 'none' ? null : intro.url,
    }),
  };
}
