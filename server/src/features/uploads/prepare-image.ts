import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { maxAttachments } from '#contract/limits.ts';
import { AppError } from '#server/platform/errors.ts';
import { createWorkSlots } from '#server/platform/limits/work-slots.ts';
import { type ImageSize, preservesAnimation, sizesOf } from './image-sizes.ts';
import type { UploadPurpose } from './uploads.policy.ts';

/** Longest side, in pixels (document 3, "Uploads"). */
const maxSide = 4096;
/** What an animation may hold: frames, and pixels of all frames together (decoded, 40 million take 160 MB). */
const maxFrames = 500;
const maxAnimationPixels = 40_000_000;
const secondsForOneSize = 30;

const acceptedTypes = new Set(['image/jpeg', 'image/png', 'image/apng', 'image/gif', 'image/webp']);

/** A picture ready to be stored: re-encoded WebP without metadata, smallest first. */
export interface PreparedImage {
  /** What the file that was sent really is. */
  mime_type: string;
  /** Average colour as #rrggbb. */
  color: string;
  variants: { width: number; height: number; body: Buffer }[];
}

/** Decoding needs the most memory of all that the server does. The images of a whole post may wait at once. */
const slots = createWorkSlots({ atOnce: 2, waitingPerUser: maxAttachments, waiting: 100 });

/** The library is loaded with the first picture: a server that has met none does not carry its 20 MB. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

/** @throws AppError `unsupported_file_type` unless the first bytes are those of an accepted picture. */
async function requireImageType(bytes: Buffer): Promise<string> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (!found || !acceptedTypes.has(found.mime)) throw new AppError('unsupported_file_type');
  return found.mime;
}

/** Judges what the header says, before any pixel is decoded. */
function requireAcceptableSize(header: Metadata, moving: boolean): void {
  if (header.width > maxSide || header.height > maxSide) throw new AppError('image_too_large');
  const frames = header.pages ?? 1;
  if (!moving || frames === 1) return;
  if (frames > maxFrames || header.width * header.height * frames > maxAnimationPixels) {
    throw new AppError('image_too_large', null, {
      message: 'The animation is too long. Please use a shorter or smaller one.',
    });
  }
}

async function decoding<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : '';
    const tooMuch = text.includes('exceeds pixel limit') || text.includes('timeout');
    throw new AppError(tooMuch ? 'image_too_large' : 'image_corrupt', null, { cause });
  }
}

async function encode(source: Sharp, size: ImageSize, moving: boolean) {
  const { data, info } = await decoding(
    source
      .autoOrient()
      .resize({ width: size.width, height: size.height, fit: size.crop ? 'cover' : 'inside' })
      // Animations cost many times more; the last per cent of size is not worth the wait.
      .webp({ quality: 80, effort: moving ? 2 : 4 })
      .timeout({ seconds: secondsForOneSize })
      .toBuffer({ resolveWithObject: true }),
  );
  return { width: info.width, height: info.pageHeight ?? info.height, body: data };
}

/**
 * Checks what a file really is and makes the sizes that its purpose needs: upright, in sRGB, without metadata. The
 * file is read only when its turn has come.
 * @throws AppError `unsupported_file_type`, `image_too_large`, `image_corrupt`, `rate_limited`, `unavailable`
 */
export async function prepareImage(
  userId: string,
  read: () => Promise<Buffer>,
  purpose: UploadPurpose,
): Promise<PreparedImage> {
  return await slots.run(userId, async () => {
    const bytes = await read();
    const mimeType = await requireImageType(bytes);
    const sharp = await loadSharp();
    // 'error' also refuses files that end too early, but not the harmless oddities that some cameras write.
    const options: SharpOptions = { failOn: 'error', sequentialRead: true };
    const header = await decoding(sharp(bytes, { ...options, limitInputPixels: false }).metadata());
    const moving = preservesAnimation(purpose) && (header.pages ?? 1) > 1;
    requireAcceptableSize(header, moving);

    const limits = { animated: moving, limitInputPixels: moving ? maxAnimationPixels : maxSide * maxSide };
    const variants: PreparedImage['variants'] = [];
    for (const size of sizesOf(purpose, header.autoOrient.width)) {
      variants.push(await encode(sharp(bytes, { ...options, ...limits }), size, moving));
    }
    const [red = 0, green = 0, blue = 0] = await decoding(
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
