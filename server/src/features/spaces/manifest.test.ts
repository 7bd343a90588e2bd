import { expect, it } from 'vitest';
import { newPerson, newSpace } from '#testing/people.ts';
import { sharedServer } from '#testing/server.ts';

const server = sharedServer();

it.each([false, true])('A space can be installed as an app, private: %s', async (is_private) => {
  const space = await newSpace(await newPerson(server), { is_private });
  const path = `/${space.subdomain}/manifest.webmanifest`;
  const response = await server.client().fetch(path);
  expect(response.headers.get('content-type')).toMatch(/^application\/manifest\+json/);
  expect(await response.json()).toMatchObject({
    name: space.name,
    start_url: `/${space.subdomain}/space`,
    scope: '/',
    display: 'standalone',
    theme_color: space.primary_color,
    icons: [{ sizes: '192x192' }, { sizes: '512x512' }],
  });
  await server.db
    .updateTable('spaces')
    .set({ icon_image: '/files/icon.webp' })
    .where('id', '=', space.id)
    .execute();
  const { icons } = (await (await server.client().fetch(path)).json()) as { icons: { src: string }[] };
  expect(icons[0]).toEqual({ src: '/files/icon.webp', sizes: 'any' });
});

it('There is no app of a space that does not exist', async () => {
  expect((await server.client().fetch('/no-such-space/manifest.webmanifest')).status).toBe(404);
});
