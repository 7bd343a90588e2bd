/*
 * `npm run screenshots`: takes the screenshots of the README and records its animation, light and dark, from a new demo, and writes
 * them into docs/images. Run it after a change of the screens that they show.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { requireChromium } from '../find-chromium.ts';
import { startDemoServer } from './demo-server.ts';
import { record, showPointer } from './recording.ts';
import { showSpace } from './scenes.ts';

const folder = join('docs', 'images');
const schemes = ['light', 'dark'] as const;
type Scheme = (typeof schemes)[number];

const space = 'analog-photography';
const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const stage = { width: 1200, height: 750 };
const animationWidth = 900;

async function openAs(
  browser: Browser,
  address: string,
  name: string,
  scheme: Scheme,
  viewport: typeof stage,
) {
  const isPhone = viewport.width < 768;
  const context = await browser.newContext({
    baseURL: address,
    viewport,
    colorScheme: scheme,
    locale: 'en-US',
    deviceScaleFactor: isPhone ? 2 : 1,
    isMobile: isPhone,
    hasTouch: isPhone,
  });
  const page = await context.newPage();
  await page.goto('/dev/people');
  await page.getByRole('button', { name }).first().click();
  await page.waitForURL('**/space');
  return page;
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`/${space}/${path}`);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  // On a busy machine, a quiet network doesn't mean that everything is loaded.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[aria-busy="true"], .skeleton')].every((one) => !one.checkVisibility()),
  );
}

/** The screenshots of the landing page. Old browsers get them as WebP. */
const landing: readonly string[] = ['feed', 'phone'];

function save(file: string, image: Buffer): void {
  const path = join(folder, file);
  writeFileSync(path, image);
  process.stdout.write(`${path}: ${Math.round(image.length / 1024)} KB\n`);
}

async function saveScreenshot(name: string, scheme: Scheme, page: Page): Promise<void> {
  const image = sharp(await page.screenshot());
  save(`${name}-${scheme}.webp`, await image.webp({ quality: 80 }).toBuffer());
  if (landing.includes(name))
    save(`${name}-${scheme}.avif`, await image.avif({ quality: 55, effort: 6 }).toBuffer());
}

async function takeScreenshots(browser: Browser, address: string, scheme: Scheme): Promise<void> {
  const wide = await openAs(browser, address, 'Beatriz', scheme, desktop);
  for (const [name, path] of [
    ['feed', 'space'],
    ['courses', 'space/classroom'],
    ['course', 'space/classroom/your-first-roll'],
    ['calendar', 'calendar'],
    ['members', 'members'],
    ['map', 'map'],
  ] as const) {
    await open(wide, path);
    await saveScreenshot(name, scheme, wide);
  }
  await wide.goto('/app/chat');
  await wide
    .getByRole('button', { name: /Maya Lindqvist/ })
    .first()
    .click();
  await wide.getByRole('textbox', { name: /^Message/ }).waitFor();
  await wide.waitForLoadState('networkidle');
  await saveScreenshot('chat', scheme, wide);
  await wide.context().close();
  const narrow = await openAs(browser, address, 'Beatriz', scheme, phone);
  await open(narrow, 'space');
  await saveScreenshot('phone', scheme, narrow);
  await narrow.context().close();
}

async function recordAnimation(browser: Browser, address: string, scheme: Scheme): Promise<void> {
  const [viewer, other] = [
    await openAs(browser, address, 'Beatriz', scheme, stage),
    await openAs(browser, address, 'Maya', scheme, stage),
  ];
  await showPointer(viewer);
  await open(viewer, 'space');
  await open(other, 'space');
  const recording = await record(viewer, animationWidth);
  await showSpace(viewer, other, space);
  save(`tour-${scheme}.webp`, await recording.stop());
  await viewer.context().close();
  await other.context().close();
}

mkdirSync(folder, { recursive: true });
const executablePath = requireChromium((line) => process.stdout.write(`${line}\n`));
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
for (const scheme of schemes) {
  const server = await startDemoServer();
  try {
    await recordAnimation(browser, server.address, scheme);
    await takeScreenshots(browser, server.address, scheme);
  } finally {
    await server.stop();
  }
}
await browser.close();
