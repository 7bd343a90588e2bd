import { t } from '#contract/i18n/translate.ts';

/** Title of a notification about the posts that one author created on one day. */
export const newPostTitle = (several: boolean) =>
  several ? t('published new posts') : t('published a new post');

/** Title of a notification about an announcement. */
export const announcementTitle = () => t('made an announcement');
