import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { t } from '#contract/i18n/translate.ts';
import { maxAttachments } from '#contract/values/limits.ts';
import { AppError } from '#server/platform/errors.ts';
import type { ImageForm, ImageSize } from '#server/platform/files/upload-forms.ts';
import { createWorkSlots } from '#server/platform/limits/work-slots.ts';

/** Maximum width and height, in pixels. */
const maxSide = 4096;
/** Limits of animations: frames, and pixels of all frames together (40 million take 160 MB decoded). */
const maxFrames = 500;
const maxAnimationPixels = 40_000_000;
const secondsPerSize = 30;

const acceptedTypes = new Set(['image/jpeg', 'image/png', 'image/apng', 'image/gif', 'image/webp']);

/** An image ready to be stored: re-encoded as WebP without metadata, smallest size first. */
export interface PreparedImage {
  /** Type of the uploaded file, by its content. */
  mime_type: string;
  /** Average color as #rrggbb. */
  color: string;
  variants: { width: number; height: number; body: Buffer }[];
}

/** Decoding images needs more memory than anything else. A user's queue has room for all the images of a post. */
const slots = createWorkSlots({ concurrency: 2, maxQueuedPerUser: maxAttachments, maxQueued: 100 });

/** Loads the library with the first image, so that servers without images don't need its 20 MB. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

/**
 * Returns the type by the first bytes.
 * @throws AppError `unsupported_file_type` unless it is an accepted image type
 */
async function requireImageType(bytes: Buffer): Promise<string> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (!found || !acceptedTypes.has(found.mime)) throw new AppError('unsupported_file_type');
  return found.mime;
}

/** Checks the size in the header, before any pixels are decoded. */
function requireAcceptableSize(header: Metadata, animated: boolean): void {
  if (header.width > maxSide || header.height > maxSide) throw new AppError('image_too_large');
  const frames = header.pages ?? 1;
  if (!animated || frames === 1) return;
  if (frames > maxFrames || header.width * header.height * frames > maxAnimationPixels) {
    throw new AppError('image_too_large', null, {
      message: t('The animation is too long. Please use a shorter or smaller one.'),
    });
  }
}

async function mapDecodeErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : '';
    const isTooLarge = text.includes('exceeds pixel limit') || text.includes('timeout');
    throw new AppError(isTooLarge ? 'image_too_large' : 'image_corrupt', null, { cause });
  }
}

async function encode(source: Sharp, size: ImageSize, animated: boolean) {
  const { data, info } = await mapDecodeErrors(
    source
      .autoOrient()
      .resize({ width: size.width, height: size.height, fit: size.crop ? 'cover' : 'inside' })
      // Animations take many times longer; the last percent of size isn't worth it.
      .webp({ quality: 80, effort: animated ? 2 : 4 })
      .timeout({ seconds: secondsPerSize })
      .toBuffer({ resolveWithObject: true }),
  );
  return { width: info.width, height: info.pageHeight ?? info.height, body: data };
}

/**
 * Checks what a file really is and makes the sizes of its form: upright, in sRGB, without metadata. The
 * file is read only when its turn has come.
 * @throws AppError `unsupported_file_type`, `image_too_large`, `image_corrupt`, `rate_limited`, `unavailable`
 */
export async function prepareImage(
  userId: string,
  read: () => Promise<Buffer>,
  form: Pick<ImageForm, 'is_animated' | 'sizesOf'>,
): Promise<PreparedImage> {
  return await slots.run(userId, async () => {
    const bytes = await read();
    const mimeType = await requireImageType(bytes);
    const sharp = await loadSharp();
    // 'error' rejects truncated files, but not the harmless oddities that some cameras write.
    const options: SharpOptions = { failOn: 'error', sequentialRead: true };
    const header = await mapDecodeErrors(sharp(bytes, { ...options, limitInputPixels: false }).metadata());
    const animated = form.is_animated && (header.pages ?? 1) > 1;
    requireAcceptableSize(header, animated);

    const limits = { animated, limitInputPixels: animated ? maxAnimationPixels : maxSide * maxSide };
    const variants: PreparedImage['variants'] = [];
    for (const size of form.sizesOf(header.autoOrient.width)) {
      variants.push(await encode(sharp(bytes, { ...options, ...limits }), size, animated));
    }
    const [red = 0, green = 0, blue = 0] = await mapDecodeErrors(
      sharp(variants[0]?.body)
        .flatten({ background: '#ffffff' })
        .resize(1, 1, { fit: 'fill' })
        .raw()
        .toBuffer(),
    );
    const color = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
    return { mime_type: mimeType, color, variants };
  });
}
