import { expect, it } from 'vitest';
import { newPerson, newPost, newSpace } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';
import { newPostBySql, setPaid } from '#testing/space-facts.ts';
import { listPageStarts } from './sitemap.queries.ts';
import { toSitemap, toSitemapIndex } from './sitemap.view.ts';

const server = sharedServer();

const text = async (path: string) => {
  const response = await server.client().fetch(path);
  expect(response.status, path).toBe(200);
  return await response.text();
};
/** Returns every path in the sitemap files that the index lists. */
async function listSitemapPaths(): Promise<string[]> {
  const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1] ?? '');
  const files = locations(await text('/sitemap.xml'));
  const found = [];
  for (const file of files) found.push(...locations(await text(file.replace(server.url, ''))));
  return found.map((location) => decodeURI(location.replace(server.url, '')));
}

it('The sitemap lists public spaces and their posts, about pages of paid spaces, and nothing private', async () => {
  const owner = await newPerson(server);
  const open = await newSpace(owner);
  const closed = await newSpace(owner, { is_private: true });
  const paid = await newSpace(owner);
  const post = await newPost(owner, open, { title: 'Größe & Licht' });
  const deleted = await newPost(owner, open, { title: 'Gone' });
  await owner.call('delete_post', { post_id: deleted.id });
  const lesson = await newPostBySql(server, open.id, owner.user.id);
  await server.db.updateTable('posts').set({ post_type: 'course_page' }).where('id', '=', lesson).execute();
  await newPost(owner, closed, { title: 'Secret' });
  await newPost(owner, paid, { title: 'Sold' });
  await setPaid(server, paid.id);
  const subdomains = [open, closed, paid].map(({ subdomain }) => subdomain);
  const paths = (await listSitemapPaths()).filter((path) => subdomains.includes(path.split('/')[1] ?? ''));
  expect(paths.sort()).toEqual(
    [
      `/${open.subdomain}/about`,
      `/${open.subdomain}/space`,
      `/${open.subdomain}/post/${post.slug}`,
      `/${paid.subdomain}/about`,
    ].sort(),
  );
});

it('A sitemap file starts with an address of its kind, and hidden ones do not count', async () => {
  const owner = await newPerson(server);
  const [first, hidden, second, third] = [
    await newSpace(owner),
    await newSpace(owner, { is_private: true }),
    await newSpace(owner),
    await newSpace(owner),
  ];
  const post = (space: { id: string }) => newPostBySql(server, space.id, owner.user.id);
  const [one, secret, two, three] = [
    await post(first),
    await post(hidden),
    await post(first),
    await post(first),
  ];
  // With two addresses per file, every second one starts a file; others of this database are before them.
  const startsAmong = async (kind: 'spaces' | 'posts', ids: string[]) =>
    (await listPageStarts(server.db, kind, 2)).filter((id) => ids.includes(id));
  const spaces = await startsAmong(
    'spaces',
    [first, hidden, second, third].map(({ id }) => id),
  );
  expect([[first.id, third.id], [second.id]]).toContainEqual(spaces);
  const posts = await startsAmong('posts', [one, secret, two, three]);
  expect([[one, three], [two]]).toContainEqual(posts);
});

it('Addresses are escaped, each on its own line, with the time of their last change if it is known', () => {
  const xml = '<?xml version="1.0" encoding="UTF-8"?>';
  const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
  expect(
    toSitemap('https://a.example', [
      { path: `/x&y<z>"'`, changed: '2026-11-21T04:00:00Z' },
      { path: '/b', changed: null },
    ]),
  ).toBe(`${xml}
<urlset ${namespace}>
<url><loc>https://a.example/x&#38;y&#60;z&#62;&#34;&#39;</loc><lastmod>2026-11-21T04:00:00.000Z</lastmod></url>
<url><loc>https://a.example/b</loc></url>
</urlset>
`);
  expect(toSitemapIndex('https://a.example', { spaces: ['1'], posts: ['2'] })).toBe(`${xml}
<sitemapindex ${namespace}>
<sitemap><loc>https://a.example/sitemap-spaces.xml?from=1</loc></sitemap>
<sitemap><loc>https://a.example/sitemap-posts.xml?from=2</loc></sitemap>
</sitemapindex>
`);
});

it('robots.txt names the sitemap and disallows private paths', async () => {
  const robots = await text('/robots.txt');
  expect(robots).toContain(`Sitemap: ${server.url}/sitemap.xml`);
  expect(robots).toContain('Disallow: /api/');
});

it('An invalid start id returns the first file', async () => {
  expect(await text('/sitemap-posts.xml?from=nonsense')).toBe(await text('/sitemap-posts.xml'));
});
