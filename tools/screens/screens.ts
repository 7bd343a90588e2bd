import type { Browser, Page } from '@playwright/test';

/** Who looks at a screen: a person of the demo with this name, or a visitor. */
export const viewers = { owner: 'Maya', member: 'Beatriz', stranger: null } as const;
export type Viewer = keyof typeof viewers;
type Scheme = 'light' | 'dark';
/** In pixels. */
export const widths = { desktop: 1440, phone: 390 } as const;
export type Width = keyof typeof widths;

interface Screen {
  path: string;
  viewers: readonly Viewer[];
}

const space = '/analog-photography';
const everyone: readonly Viewer[] = ['owner', 'member', 'stranger'];
const signedIn: readonly Viewer[] = ['owner', 'member'];
const stranger: readonly Viewer[] = ['stranger'];
const owner: readonly Viewer[] = ['owner'];

/** Every screen of the app; `POST`, `EVENT`, `COURSE` and `CHAT` are found in the demo data. */
export const screens: readonly Screen[] = [
  { path: `${space}/space`, viewers: everyone },
  { path: `${space}/space?sort=top`, viewers: ['member'] },
  { path: 'POST', viewers: everyone },
  { path: `${space}/space/members`, viewers: everyone },
  { path: `${space}/space/members?tab=requests`, viewers: owner },
  { path: `${space}/space/members?tab=banned`, viewers: owner },
  { path: `${space}/space/leaderboard`, viewers: everyone },
  { path: `${space}/space/map`, viewers: signedIn },
  { path: `${space}/space/calendar?view=month`, viewers: everyone },
  { path: `${space}/space/calendar?view=week`, viewers: ['member'] },
  { path: `${space}/space/calendar?view=agenda`, viewers: everyone },
  { path: 'EVENT', viewers: everyone },
  { path: `${space}/space/classroom`, viewers: everyone },
  { path: 'COURSE', viewers: everyone },
  { path: `${space}/space/classroom/nothing-here`, viewers: ['member'] },
  { path: 'COURSE/progress', viewers: owner },
  { path: `${space}/about`, viewers: everyone },
  { path: `${space}/space/moderation`, viewers: owner },
  { path: `${space}/space/moderation?show=resolved`, viewers: owner },
  { path: `${space}/space/moderation/log`, viewers: owner },
  { path: '/', viewers: ['member', 'stranger'] },
  { path: '/discover', viewers: ['member', 'stranger'] },
  { path: '/discover?q=nothing-like-this', viewers: stranger },
  { path: '/create-space', viewers: owner },
  { path: '/notifs', viewers: signedIn },
  { path: '/settings', viewers: ['member'] },
  { path: '/settings/notifications', viewers: ['member'] },
  { path: '/app/chat', viewers: signedIn },
  { path: 'CHAT', viewers: signedIn },
  { path: '/login', viewers: stranger },
  { path: `/signup?redirect=${space}/about`, viewers: stranger },
  { path: '/forgot-password', viewers: stranger },
  { path: '/reset-password?token=unknown', viewers: stranger },
  { path: '/confirm-email?token=unknown', viewers: stranger },
  { path: '/fix', viewers: ['member', 'stranger'] },
  { path: '/nothing-here/space', viewers: ['member', 'stranger'] },
  { path: `${space}/post/nothing-here`, viewers: ['member'] },
  { path: '/no/such/page', viewers: ['member'] },
];

/** Opens a page of the demo as one of its people, with the settings of a device. */
export async function openAs(
  browser: Browser,
  address: string,
  viewer: Viewer,
  device: { scheme: Scheme; width: Width },
): Promise<Page> {
  const isPhone = device.width === 'phone';
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width: widths[device.width], height: isPhone ? 844 : 900 },
    colorScheme: device.scheme,
    locale: 'en-US',
    reducedMotion: 'reduce',
    isMobile: isPhone,
    hasTouch: isPhone,
  });
  const page = await context.newPage();
  const name = viewers[viewer];
  if (name) {
    await page.goto('/dev/people');
    await page.getByRole('button', { name }).first().click();
    await page.waitForURL('**/space');
  }
  return page;
}

/** Opens a page and waits until it is loaded and at rest. */
export async function load(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
}

/** Where the screens of the demo data are found. */
const links: Record<string, { on: string; selector: string }> = {
  POST: { on: `${space}/space`, selector: 'a[href*="/post/"]' },
  EVENT: { on: `${space}/space/calendar?view=agenda`, selector: 'main a[href*="event="]' },
  COURSE: { on: `${space}/space/classroom`, selector: 'main a[href*="/classroom/"]' },
};

/** Returns the address of a screen; null if this person has none, such as a conversation. */
export async function findPath(page: Page, path: string): Promise<string | null> {
  const get = async <T>(url: string) => (await (await page.request.get(url)).json()) as T;
  if (path === 'CHAT') {
    const { conversations } = await get<{ conversations: { id: string }[] }>('/api/chat/conversations');
    const [first] = conversations;
    return first ? `/app/chat?ch=${first.id.replaceAll('-', '')}` : null;
  }
  const [name = '', ...rest] = path.split('/');
  const link = links[name];
  if (!link) return path;
  await load(page, link.on);
  const found = await page
    .locator(link.selector)
    .first()
    .getAttribute('href', { timeout: 5_000 })
    .catch(() => null);
  return found === null ? null : [found, ...rest].join('/');
}
