/** The sites whose videos can be shown in pages. Their players are the only frames that pages may load. */
export const videoHosts = ['youtube', 'vimeo', 'loom', 'wistia'] as const;
export type VideoHost = (typeof videoHosts)[number];

/** A video of another site. */
interface HostedVideo {
  host: VideoHost;
  id: string;
  /** The key of an unlisted video of Vimeo. */
  key?: string;
}

/** A video in a text: one of another site, or an upload. */
export type VideoSource = HostedVideo | { upload_id: string };

const id = '[\\w-]{3,64}';

interface HostRules {
  name: string;
  /** Addresses as people copy them, without their protocol. The groups are the id and the keys. */
  address: RegExp;
  /** What is stored of it. */
  stored: RegExp;
  toPlayer: (id: string, key: string | undefined) => string;
}

const hosts: Record<VideoHost, HostRules> = {
  youtube: {
    name: 'YouTube',
    address: new RegExp(
      `^(?:(?:www\\.|m\\.)?youtube(?:-nocookie)?\\.com/(?:watch/?\\?(?:[^#]*&)?v=|shorts/|live/|embed/)|youtu\\.be/)(${id})`,
    ),
    stored: new RegExp(`^(${id})$`),
    toPlayer: (video) => `https://www.youtube-nocookie.com/embed/${video}?autoplay=1&rel=0`,
  },
  vimeo: {
    name: 'Vimeo',
    address:
      /^(?:www\.)?(?:player\.)?vimeo\.com\/(?:video\/|channels\/\w+\/)?(\d{5,12})(?:\/(\w+)|\?h=(\w+))?/,
    stored: /^(\d{5,12})(?:\/(\w{1,64}))?$/,
    toPlayer: (video, key) => `https://player.vimeo.com/video/${video}?autoplay=1${key ? `&h=${key}` : ''}`,
  },
  loom: {
    name: 'Loom',
    address: new RegExp(`^(?:www\\.)?loom\\.com/(?:share|embed)/(${id})`),
    stored: new RegExp(`^(${id})$`),
    toPlayer: (video) => `https://www.loom.com/embed/${video}?autoplay=1`,
  },
  wistia: {
    name: 'Wistia',
    address: new RegExp(`^(?:[\\w-]+\\.)?wistia\\.(?:com|net)/(?:medias|embed/iframe)/(${id})`),
    stored: new RegExp(`^(${id})$`),
    toPlayer: (video) => `https://fast.wistia.net/embed/iframe/${video}?autoPlay=true`,
  },
};

/** Returns the name of a site, as it writes it. */
export const hostName = (host: VideoHost): string => hosts[host].name;

/** Returns the video that an address of one of the sites leads to; null for any other address. */
export function parseVideoUrl(address: string): HostedVideo | null {
  const text = address.trim();
  // People also copy addresses without their protocol.
  const full = /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`;
  const url = URL.canParse(full) ? new URL(full) : null;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  const bare = url.host + url.pathname + url.search;
  for (const host of videoHosts) {
    const [, found, ...keys] = hosts[host].address.exec(bare) ?? [];
    const key = keys.find(Boolean);
    if (found) return { host, id: found, ...(key && { key }) };
  }
  return null;
}

/** Returns the address of a site's player, which starts at once. */
export const toPlayerUrl = ({ host, id: video, key }: HostedVideo): string =>
  hosts[host].toPlayer(video, key);

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Returns how a text refers to a video, such as `youtube:abc` or `upload:` with an id. */
export function toVideoReference(video: VideoSource): string {
  if ('upload_id' in video) return `upload:${video.upload_id}`;
  return `${video.host}:${video.id}${video.key ? `/${video.key}` : ''}`;
}

/** Returns the video that a text refers to; null if the reference isn't one. */
export function parseVideoReference(reference: string): VideoSource | null {
  const [kind = '', rest = ''] = reference.split(/:(.*)/s);
  if (kind === 'upload') return uuid.test(rest) ? { upload_id: rest } : null;
  const host = videoHosts.find((one) => one === kind);
  const [, found, key] = (host && hosts[host].stored.exec(rest)) ?? [];
  return host && found ? { host, id: found, ...(key && { key }) } : null;
}
