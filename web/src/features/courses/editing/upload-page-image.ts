import { t } from '#contract/i18n/translate.ts';
import { maxPageImageBytes } from '#contract/values/limits.ts';
import { isImage, uploadImage } from '#web/features/uploads/index.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { toast } from '#web/ui/overlays/toast.ts';

/** Uploads an image of a page, and returns what the text shows. Rejects with a message to show. */
export async function uploadPageImage(
  space_id: string,
  file: File,
): Promise<{ src: string; alt: string; width: number; height: number }> {
  if (!isImage(file)) throw new Error(t('Please select an image file (PNG, JPG, GIF, etc.)'));
  if (file.size > maxPageImageBytes) throw new Error(t('Please select an image smaller than 5MB'));
  const upload = uploadImage(file, { purpose: 'course_image', space_id });
  const { url, width, height } = await upload.catch((cause: unknown) => {
    throw new Error(toMessage(cause, t('Failed to upload image. Please try again.')), { cause });
  });
  toast({ title: t('Image uploaded') });
  return { src: url, alt: '', width, height };
}
