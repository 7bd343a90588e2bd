import type { Picture } from '#contract/uploads.ts';
import type { UploadRow } from './uploads.queries.ts';

/** Where a stored width of a picture is fetched from, without the server's own address. */
export function pictureUrl(uploadId: string, width: number): string {
  return `/files/${uploadId}/${width}.webp`;
}

/** A row as screens show it. */
export function toPicture(row: UploadRow): Picture {
  const sizes = row.variants.map(({ width }) => ({ width, url: pictureUrl(row.id, width) }));
  return {
    id: row.id,
    kind: 'image',
    file_name: row.file_name,
    width: row.width,
    height: row.height,
    color: row.color,
    url: sizes.at(-1)?.url ?? '',
    sizes,
  };
}
