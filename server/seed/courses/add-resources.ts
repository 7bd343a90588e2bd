import { Readable } from 'node:stream';
import { storeFile } from '#server/features/uploads/index.ts';
import type { Platform } from '#server/platform/platform.ts';
import { escapeHtml } from '#server/platform/text/escape-html.ts';
import type { DemoResource } from '../content/courses.ts';
import { findPostId } from '../demo-state.queries.ts';

/** Stores what a page of the demo has below its text, and returns its HTML. */
export async function addResources(
  platform: Platform,
  by: { user_id: string; space_id: string },
  resources: readonly DemoResource[],
): Promise<string> {
  const blocks: string[] = [];
  for (const resource of resources) {
    if ('link' in resource) {
      blocks.push(toBlock('link', resource.link, resource.title));
    } else if ('post' in resource) {
      const id = await findPostId(platform.db, by.space_id, resource.post);
      blocks.push(toBlock('post', id, resource.post));
    } else {
      const { file_name, text } = resource;
      const body = Readable.from([Buffer.from(text)]);
      const file = await storeFile(platform, { ...by, purpose: 'course_file', file_name, body });
      blocks.push(toBlock('file', file.id, file_name));
    }
  }
  return blocks.join('');
}

const toBlock = (kind: 'link' | 'post' | 'file', reference: string, label: string) =>
  `<figure data-${kind}="${escapeHtml(reference)}">${escapeHtml(label)}</figure>`;
