import { type RawBuilder, sql } from 'kysely';
import { attachedColumns } from '../../uploads/index.ts';

/** The preview of a post's link. */
export interface LinkPreviewRow {
  url: string;
  title: string;
  description: string | null;
  site_name: string | null;
  image: {
    id: string;
    file_name: string;
    width: number;
    height: number;
    color: string;
    variants: { width: number; height: number }[];
  } | null;
}

/** The preview of `p`'s link as JSON; null without one. */
export const previewOfPost: RawBuilder<unknown> = sql`(
  select json_build_object('url', lp.url, 'title', lp.title, 'description', lp.description, 'site_name', lp.site_name,
    'image', (select ${attachedColumns} from uploads f where f.id = lp.image_id))
  from link_previews lp where lp.url = p.link_url and lp.title is not null)`;
