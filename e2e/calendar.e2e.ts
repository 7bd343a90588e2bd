import { expect, type Page, test } from './test.ts';
import { expectUncovered, watchFor } from './watch.ts';

// An owner creates, changes and cancels a series that members respond to. Open pages of other users update live.

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
// Like the pseudo-locale of these tests, which has no region.
const nameOf = (day: string, weekday: 'short' | 'long') =>
  new Intl.DateTimeFormat('en-001', {
    weekday,
    month: weekday,
    day: 'numeric',
    timeZone: 'UTC',
  }).format(Date.parse(`${day}T12:00:00Z`));

test('A series with one seat, its RSVPs, and a moved and canceled event are live', async ({
  people,
  isMobile,
}) => {
  const owner = await people.person('Olive');
  const members = [await people.person('Milo'), await people.person('Wanda')] as const;
  const { id, subdomain } = await people.space(owner, 'Bakers');
  for (const member of members) await member.send(`/api/spaces/${id}/join`);
  const calendar = `/${subdomain}/space/calendar?view=agenda`;
  const first = dayAfter(new Date().toISOString().slice(0, 10), 7);

  // Members who already have the calendar open see the new series.
  const [milo, wanda] = members.map(({ page }) => page) as [Page, Page];
  await milo.goto(calendar);
  await expect(milo.getByText('No upcoming events')).toBeVisible();
  await expect(milo.getByRole('button', { name: 'New event' })).toHaveCount(0);

  const { page } = owner;
  await page.goto(calendar);
  await page.getByRole('button', { name: 'New event', exact: true }).first().click();
  const form = page.getByRole('dialog', { name: 'New event' });
  await form.getByLabel('Capacity').fill('none');
  await form.getByLabel('Start date').fill(first);
  await form.getByRole('button', { name: 'Create event' }).click();
  await expect(form.getByText('Title must be at least 3 characters')).toBeVisible();
  await expect(form.getByText('Enter a number from 1 to 10,000, or leave blank.')).toBeVisible();
  // Touchscreens have the browser's own field.
  await expect(form.getByLabel('Start date')).toHaveValue(
    isMobile ? first : first.split('-').reverse().join('/'),
  );
  await form.getByLabel('Title').fill('Bread evening');
  await form.getByLabel('Capacity').fill('1');
  await form.getByRole('combobox', { name: 'Repeat' }).click();
  await page.getByRole('option', { name: 'Every week' }).click();
  const times = form.getByLabel('Number of events');
  await times.press('ControlOrMeta+a');
  await times.press('Backspace');
  await times.pressSequentially('3');
  await expect(form.getByText(/Every week on \w+, 3\W+times/)).toBeVisible();
  await form.getByRole('button', { name: 'Create event' }).click();
  await expect(form).toHaveCount(0);

  const rows = (window: Page) => window.getByRole('link', { name: /Bread evening/ });
  const on = (window: Page, day: string) =>
    window.getByRole('region', { name: new RegExp(`^${nameOf(day, 'long')}`) }).getByRole('link');
  for (const window of [page, milo]) await expect(rows(window)).toHaveCount(3);
  for (const week of [0, 1, 2]) await expect(on(milo, dayAfter(first, 7 * week))).toHaveCount(1);

  await on(milo, first).click();
  await milo.getByRole('button', { name: 'Going', exact: true }).click();
  await expect(milo.getByText('1 of 1 going')).not.toHaveCount(0);

  await wanda.goto(calendar);
  await on(wanda, first).click();
  await wanda.getByRole('button', { name: 'Join waitlist' }).click();
  await expect(wanda.getByRole('button', { name: 'On the waitlist' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  // She gets the seat that Milo gives up.
  await milo.getByRole('button', { name: 'Going', exact: true }).click();
  await expect(wanda.getByRole('button', { name: 'Going', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );

  // Only the first event moves, to another day of the week.
  const moved = dayAfter(first, 2);
  await on(page, first).click();
  const event = page.getByRole('dialog', { name: 'Bread evening' });
  await event.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit event' });
  await edit.getByLabel('Start date').fill(moved);
  await edit.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('radio', { name: 'This event only' }).check();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Save' }).click();
  await expect(edit).toHaveCount(0);
  await expect(event.getByText(nameOf(moved, 'short'))).toBeVisible();
  await expect(wanda.getByRole('dialog').getByText(nameOf(moved, 'short'))).toBeVisible();
  await milo.keyboard.press('Escape');
  await expect(on(milo, moved)).toHaveCount(1);
  await expect(on(milo, first)).toHaveCount(0);
  await expect(on(milo, dayAfter(first, 7))).toHaveCount(1);

  await event.getByRole('button', { name: 'Cancel event' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel event' }).click();
  await expect(event.getByText('Canceled', { exact: true })).toBeVisible();
  await expect(wanda.getByRole('dialog').getByText('Canceled', { exact: true })).toBeVisible();
  await expect(wanda.getByRole('button', { name: 'Going', exact: true })).toHaveCount(0);
  await expect(on(milo, moved).getByText('Canceled', { exact: true })).toBeVisible();
  await expect(milo.getByText('Canceled', { exact: true })).toHaveCount(1);
});

test('A day with more events than fit shows all of them on request', async ({ people }) => {
  test.skip((test.info().project.use.viewport?.width ?? 0) < 768, 'On phones a month has dots.');
  const owner = await people.person('Olga');
  const { id, subdomain } = await people.space(owner, 'Full days');
  for (let hour = 10; hour < 16; hour += 1) {
    const data = {
      client_id: crypto.randomUUID(),
      title: `Hour ${hour}`,
      starts_local: `2027-06-16T${hour}:00`,
      ends_local: `2027-06-16T${hour}:50`,
      time_zone: 'UTC',
    };
    await owner.send(`/api/spaces/${id}/events`, data);
  }
  const { page } = owner;
  await page.goto(`/${subdomain}/space/calendar?view=month&date=2027-06-01`);
  // How many fit depends on the window. The week below must not cover the line.
  await page.getByRole('button', { name: /\+\d+ more/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /Hour 15/ })
    .click();
  await expect(page.getByRole('dialog', { name: 'Hour 15' })).toBeVisible();
});

test('A dialog that fails to save shows why, without covering its buttons', async ({ people }) => {
  const owner = await people.person('Olive');
  const { subdomain } = await people.space(owner, 'Bakers');
  const { page } = owner;
  await page.goto(`/${subdomain}/space/calendar`);
  const form = page.getByRole('dialog', { name: 'New event' });
  await page.getByRole('button', { name: 'New event', exact: true }).first().click();
  await form.getByLabel('Title').fill('Sourdough evening');
  const create = form.getByRole('button', { name: 'Create event' });
  // In either order, each for a few seconds.
  const failureAppeared = await watchFor(page, "Couldn't save the event");
  const offlineAppeared = await watchFor(page, "You're offline");
  await page.context().setOffline(true);
  await create.click();
  await failureAppeared();
  await expectUncovered(create);
  await offlineAppeared();
  await expectUncovered(create);
  const successAppeared = await watchFor(page, 'Event created');
  await page.context().setOffline(false);
  await create.click();
  await successAppeared();
  await expect(page.getByText('Sourdough evening').first()).toBeVisible();
});

for (const { locale, lang, days, hour, clock } of [
  { locale: 'en-US', lang: 'en-US', days: ['Sun', 'Mon'], hour: '6 PM', clock: '6:30 PM' },
  { locale: 'de-DE', lang: 'en-DE', days: ['Mon', 'Tue'], hour: '18:00', clock: '18:30' },
]) {
  test(`The calendar of a reader in ${locale} has their clock and their week`, async ({ people }) => {
    test.skip((test.info().project.use.viewport?.width ?? 0) < 768, 'On phones a week is a list.');
    const owner = await people.person('Olaf', { locale });
    const { page } = owner;
    const { id, subdomain } = await people.space(owner, 'Clocks');
    const data = {
      client_id: crypto.randomUUID(),
      title: 'Supper',
      starts_local: '2027-06-16T18:30',
      ends_local: '2027-06-16T19:30',
      time_zone: await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone),
    };
    await owner.send(`/api/spaces/${id}/events`, data);

    const chip = page.getByRole('link', { name: /Supper/ });
    await page.goto(`/${subdomain}/space/calendar?view=month&date=2027-06-01`);
    await expect(page.locator('html')).toHaveAttribute('lang', lang);
    await expect(chip.getByText(clock, { exact: true })).toBeVisible();
    const names = page.getByText(/^(Sun|Mon|Tue|Wed|Thu|Fri|Sat)$/);
    expect((await names.allTextContents()).slice(0, 2)).toEqual(days);

    await page.goto(`/${subdomain}/space/calendar?view=week&date=2027-06-16`);
    await expect(chip.getByText(clock, { exact: true })).toBeVisible();
    await expect(page.getByText(hour, { exact: true })).toBeVisible();
  });
}

test('An event that is created with a rule is locked for members from the beginning', async ({ people }) => {
  const owner = await people.person('Olive');
  const member = await people.person('Milo');
  const { id, subdomain } = await people.space(owner, 'Bakers');
  await member.send(`/api/spaces/${id}/join`);
  const calendar = `/${subdomain}/space/calendar?view=agenda`;
  await member.page.goto(calendar);
  await expect(member.page.getByText('No upcoming events')).toBeVisible();

  const { page } = owner;
  await page.goto(calendar);
  await page.getByRole('button', { name: 'New event', exact: true }).first().click();
  const form = page.getByRole('dialog', { name: 'New event' });
  await form.getByLabel('Title').fill('Closed evening');
  await form.getByLabel('Start date').fill(dayAfter(new Date().toISOString().slice(0, 10), 7));
  const section = form.getByRole('region', { name: 'Who can open it' });
  await section.getByRole('button', { name: 'Add rule' }).click();
  await expect(section.getByText(/Others see the title/)).toBeVisible();
  await form.getByRole('button', { name: 'Create event' }).click();
  await expect(form).toHaveCount(0);

  const row = member.page.getByRole('link', { name: /Closed evening/ });
  await row.click();
  await expect(member.page.getByText(/level 2/i).first()).toBeVisible();
  await expect(member.page.getByRole('button', { name: 'Going' })).toHaveCount(0);
});
