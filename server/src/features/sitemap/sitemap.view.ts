const toXmlText = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Returns robots.txt. Disallows paths that are useful to signed-in people only. */
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

/** Returns the sitemap index. Each file is named by its first id. */
export function toSitemapIndex(origin: string, starts: { spaces: string[]; posts: string[] }): string {
  const files = [
    ...starts.spaces.map((id) => `${origin}/sitemap-spaces.xml?from=${id}`),
    ...starts.posts.map((id) => `${origin}/sitemap-posts.xml?from=${id}`),
  ];
  const rows = files.map((file) => `<sitemap><loc>${toXmlText(file)}</loc></sitemap>`).join('\n');
  return `${xmlDeclaration}<sitemapindex ${namespace}>\n${rows}\n</sitemapindex>\n`;
}

/** Returns one sitemap file. `changed` is the last modification; null when it is not known. */
export function toSitemap(origin: string, addresses: { path: string; changed: string | null }[]): string {
  const rows = addresses.map(({ path, changed }) => {
    const lastmod = changed ? `<lastmod>${new Date(changed).toISOString()}</lastmod>` : '';
    return `<url><loc>${toXmlText(origin + path)}</loc>${lastmod}</url>`;
  });
  return `${xmlDeclaration}<urlset ${namespace}>\n${rows.join('\n')}\n</urlset>\n`;
}
