import { randomUUID } from 'node:crypto';
import { findAxeProblems } from '../tools/screens/check-axe.ts';
import { expect, type Page, test } from './test.ts';

// Two people talk below a page of a course, until the owner turns its comments off.

const comments = (page: Page, name: string) => page.getByRole('article', { name: `Comment by ${name}` });

async function write(page: Page, button: RegExp, label: string, send: string, text: string): Promise<void> {
  await page.getByRole('button', { name: button }).first().click();
  await page.getByRole('textbox', { name: label }).pressSequentially(text);
  await page.getByRole('button', { name: send, exact: true }).last().click();
}

test('A question below a page of a course is replied to, found from its notification, and hidden', async ({
  people,
}) => {
  const owner = await people.person('Olive');
  // Without motion, so that no toast is half visible when contrasts are checked.
  const member = await people.person('Milo', { reducedMotion: 'reduce' });
  const { id, subdomain } = await people.space(owner, 'Bakers');
  await member.send(`/api/spaces/${id}/join`);
  const { course } = await owner.send<{ course: { id: string; slug: string } }>(`/api/spaces/${id}/courses`, {
    client_id: randomUUID(),
    title: 'Bread Basics',
    is_published: true,
  });
  const { page } = await owner.send<{ page: { id: string } }>(`/api/courses/${course.id}/pages`, {
    client_id: randomUUID(),
    title: 'Water',
    content: '<p>Lukewarm is fine.</p>',
    is_published: true,
  });
  const address = `/${subdomain}/space/classroom/${course.slug}?md=${page.id}`;
  await owner.page.goto(address);
  await member.page.goto(address);

  await write(member.page, /Write a comment/, 'Write a comment', 'Comment', 'How warm is that?');
  await expect(comments(owner.page, 'Milo Story')).toContainText('How warm is that?');
  expect(await findAxeProblems(member.page)).toEqual([]);
  await write(owner.page, /^Reply/, 'Reply to Milo Story', 'Reply', 'Thirty degrees.');
  await expect(comments(member.page, 'Olive Story')).toContainText('Thirty degrees.');

  // On paper is what people wrote, and nothing that can only be pressed.
  await member.page.emulateMedia({ media: 'print' });
  const pressed = /Mark as|Like|Reply|Write|Menu|Next|More/;
  for (const role of ['button', 'link'] as const)
    await expect(member.page.getByRole(role, { name: pressed })).toHaveCount(0);
  await expect(member.page.getByRole('banner')).toBeHidden();
  await expect(member.page.getByText('Lukewarm is fine.')).toBeVisible();
  await expect(comments(member.page, 'Olive Story')).toBeVisible();
  await member.page.emulateMedia({ media: null });

  // The link of the notification.
  const { comments: listed } = await member.send<{ comments: { id: string }[] }>(
    `/api/posts/${page.id}/comments`,
    undefined,
    'GET',
  );
  const reply = listed[1]?.id;
  await member.page.goto(`/${subdomain}/space/${page.id}?highlight_comment=${reply}`);
  await expect(member.page).toHaveURL(new RegExp(`md=${page.id}.*highlight_comment=${reply}`));
  await expect(comments(member.page, 'Olive Story')).toBeInViewport();

  // The link that moderators have.
  await owner.page.goto(`/${subdomain}/space?highlight_comment=${reply}`);
  await expect(comments(owner.page, 'Olive Story')).toBeInViewport();

  await owner.send(`/api/courses/${course.id}`, { comments_enabled: false }, 'PATCH');
  await expect(comments(member.page, 'Olive Story')).toHaveCount(0);
  await expect(member.page.getByText('Lukewarm is fine.')).toBeVisible();
});
