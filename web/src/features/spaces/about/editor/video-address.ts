/** A video that can be shown in a page: another site's player, or a file. */
export interface Video {
  kind: 'player' | 'file';
  src: string;
  /** The name of the player's site. */
  from: string;
}

const id = '([\\w-]{3,64})';
/** Maps addresses as people copy them to addresses of the players, which the Content-Security-Policy allows. */
const players: { from: string; address: RegExp; toSrc: (id: string, more: string | undefined) => string }[] =
  [
    {
      from: 'YouTube',
      address: new RegExp(
        `^(?:(?:www\\.|m\\.)?youtube(?:-nocookie)?\\.com/(?:watch/?\\?(?:[^#]*&)?v=|shorts/|live/|embed/)|youtu\\.be/)${id}`,
      ),
      toSrc: (video) => `https://www.youtube-nocookie.com/embed/${video}?autoplay=1&rel=0`,
    },
    {
      // Not translated: a product name.
      from: 'Vimeo',
      address:
        /^(?:www\.)?(?:player\.)?vimeo\.com\/(?:video\/|channels\/\w+\/)?(\d{5,12})(?:\/(\w+)|\?h=(\w+))?/,
      toSrc: (video, hash) => `https://player.vimeo.com/video/${video}?autoplay=1${hash ? `&h=${hash}` : ''}`,
    },
    {
      // Not translated: a product name.
      from: 'Loom',
      address: new RegExp(`^(?:www\\.)?loom\\.com/(?:share|embed)/${id}`),
      toSrc: (video) => `https://www.loom.com/embed/${video}?autoplay=1`,
    },
    {
      // Not translated: a product name.
      from: 'Wistia',
      address: new RegExp(`^(?:[\\w-]+\\.)?wistia\\.(?:com|net)/(?:medias|embed/iframe)/${id}`),
      toSrc: (video) => `https://fast.wistia.net/embed/iframe/${video}?autoPlay=true`,
    },
  ];

/** The video at an address; null if it can't be shown. */
export function toVideo(address: string): Video | null {
  const text = address.trim();
  if (/^\/files\/[\w-]+\/original$/.test(text)) return { kind: 'file', src: text, from: 'here' };
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  const bare = url.host + url.pathname + url.search;
  for (const { from, address: pattern, toSrc } of players) {
    const [, video, ...more] = pattern.exec(bare) ?? [];
    if (video) return { kind: 'player', src: toSrc(video, more.find(Boolean)), from };
  }
  const isFile = url.protocol === 'https:' && /\.(mp4|webm|m4v|mov|ogv)$/i.test(url.pathname);
  return isFile ? { kind: 'file', src: url.href, from: url.host } : null;
}
