import { hostName, parseVideoUrl, toPlayerUrl } from '#contract/values/text/videos.ts';

/** A video that can be shown in a page: another site's player, or a file. */
export interface Video {
  kind: 'player' | 'file';
  src: string;
  /** The name of the player's site. */
  from: string;
}

/** The video at an address; null if it can't be shown. */
export function toVideo(address: string): Video | null {
  const text = address.trim();
  if (/^\/files\/[\w-]+\/original$/.test(text)) return { kind: 'file', src: text, from: 'here' };
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  const hosted = parseVideoUrl(text);
  if (hosted) return { kind: 'player', src: toPlayerUrl(hosted), from: hostName(hosted.host) };
  const isFile = url.protocol === 'https:' && /\.(mp4|webm|m4v|mov|ogv)$/i.test(url.pathname);
  return isFile ? { kind: 'file', src: url.href, from: url.host } : null;
}
