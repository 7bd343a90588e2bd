const toXmlText = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Machines read the site's map; what only the signed-in person sees is no use to them. */
export function toRobots(origin: string): string {
  return `User-agent: *
Disallow: /api/
Disallow: /app
Disallow: /debug
Disallow: /fix
Disallow: /storage-debug
Disallow: /reset-password
Disallow: /confirm-email
Allow: /

Sitemap: ${origin}/sitemap.xml
`;
}

/** The files of the site map, each named by the id it begins with. */
export function toSitemapIndex(origin: string, starts: { spaces: string[]; posts: string[] }): string {
  const files = [
    ...starts.spaces.map((id) => `${origin}/sitemap-spaces.xml?from=${id}`),
    ...starts.posts.map((id) => `${origin}/sitemap-posts.xml?from=${id}`),
  ];
  const rows = files.map((file) => `<sitemap><loc>${toXmlText(file)}</loc></sitemap>`).join('\n');
  return `${head}<sitemapindex ${namespace}>\n${rows}\n</sitemapindex>\n`;
}

/** One file: paths, and when what stands there last changed (null where that is not known). */
export function toSitemap(origin: string, addresses: { path: string; changed: string | null }[]): string {
  const rows = addresses.map(({ path, changed }) => {
    const lastmod = changed ? `<lastmod>${new Date(changed).toISOString()}</lastmod>` : '';
    return `<url><loc>${toXmlText(origin + path)}</loc>${lastmod}</url>`;
  });
  return `${head}<urlset ${namespace}>\n${rows.join('\n')}\n</urlset>\n`;
}
