import { expect, it } from 'vitest';
import { newPerson, newPost, newSpace } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';
import { setPaid } from '#testing/space-facts.ts';

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

it('robots.txt names the sitemap and disallows private paths', async () => {
  const robots = await text('/robots.txt');
  expect(robots).toContain(`Sitemap: ${server.url}/sitemap.xml`);
  expect(robots).toContain('Disallow: /api/');
});

it('An invalid start id returns the first file', async () => {
  expect(await text('/sitemap-posts.xml?from=nonsense')).toBe(await text('/sitemap-posts.xml'));
});
