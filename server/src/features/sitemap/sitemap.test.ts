import { expect, it } from 'vitest';
import { newPerson, newPost, newSpace } from '#testing/people.ts';
import { withTestServer } from '#testing/server.ts';
import { setPaid } from '#testing/space-facts.ts';

const server = withTestServer();

const text = async (path: string) => {
  const response = await server.client().fetch(path);
  expect(response.status, path).toBe(200);
  return await response.text();
};
/** Everything that the site map names, by way of its index. */
async function mapped(): Promise<string[]> {
  const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1] ?? '');
  const files = locations(await text('/sitemap.xml'));
  const found = [];
  for (const file of files) found.push(...locations(await text(file.replace(server.url, ''))));
  return found.map((location) => decodeURI(location.replace(server.url, '')));
}

it('maps public spaces and their posts, never private ones, and of paid ones the front page', async () => {
  const owner = await newPerson(server);
  const open = await newSpace(owner);
  const closed = await newSpace(owner, { is_private: true });
  const paid = await newSpace(owner);
  const post = await newPost(owner, open, { title: 'Größe & Licht' });
  const gone = await newPost(owner, open, { title: 'Gone' });
  await owner.call('delete_post', { post_id: gone.id });
  await newPost(owner, closed, { title: 'Secret' });
  await newPost(owner, paid, { title: 'Sold' });
  await setPaid(server, paid.id);
  expect((await mapped()).sort()).toEqual(
    [
      `/${open.subdomain}/about`,
      `/${open.subdomain}/space`,
      `/${open.subdomain}/post/${post.slug}`,
      `/${paid.subdomain}/about`,
    ].sort(),
  );
});

it('names the map in robots.txt, and keeps machines from what is not for them', async () => {
  const robots = await text('/robots.txt');
  expect(robots).toContain(`Sitemap: ${server.url}/sitemap.xml`);
  expect(robots).toContain('Disallow: /api/');
});

it('takes any beginning of a file for the first', async () => {
  expect(await text('/sitemap-posts.xml?from=nonsense')).toBe(await text('/sitemap-posts.xml'));
});
