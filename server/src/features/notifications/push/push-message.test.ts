import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPushService } from '#testing/fakes/push-service.ts';
import { type PushContent, pushTo, toPayload } from './push-message.ts';

let service: Awaited<ReturnType<typeof startPushService>>;
beforeAll(async () => {
  service = await startPushService();
});
beforeEach(() => {
  service.state.status = 201;
});
afterAll(() => service.stop());

const content: PushContent = {
  title: 'Mia commented',
  body: 'On your post',
  url: 'https://hearth.example/post',
  page_url: 'https://hearth.example/page',
  tag: 'abc',
  locale: 'en',
  unread_count: 3,
  notification_id: 'n1',
  urgency: 'normal',
  ttl: 60,
};
const sender = (supportEmail: string | null = null, url = 'https://hearth.example') => ({
  secret: 'a secret',
  config: { supportEmail },
  publicUrl: () => url,
});
const send = async (from = sender()) => {
  const browser = service.newBrowser();
  const subscription = { id: 's1', ...browser.subscription };
  return { result: await pushTo(from, subscription, content, service.policy), browser };
};

it('The payload has the text, the address and the number for the icon', () => {
  expect(JSON.parse(toPayload(content))).toEqual({
    web_push: 8030,
    notification: {
      title: content.title,
      body: content.body,
      navigate: content.url,
      lang: 'en',
      dir: 'auto',
      tag: 'abc',
      app_badge: '3',
      data: { notification_id: 'n1', page_url: content.page_url },
    },
    app_badge: 3,
  });
  const long = JSON.parse(toPayload({ ...content, title: 'x'.repeat(401), body: 'y'.repeat(401) }));
  expect([long.notification.title, long.notification.body]).toEqual(['x'.repeat(400), 'y'.repeat(400)]);
});

describe('A push service', () => {
  it.each([
    [200, 'sent'],
    [299, 'sent'],
    [300, 'refused'],
    [400, 'refused'],
    [404, 'gone'],
    [408, 'failed'],
    [410, 'gone'],
    [413, 'refused'],
    [429, 'failed'],
    [499, 'refused'],
    [500, 'failed'],
    [503, 'failed'],
  ] as const)('that responds with %i has %s the notification', async (status, result) => {
    service.state.status = status;
    expect((await send()).result).toBe(result);
  });

  it('gets what the message is worth, and how long', async () => {
    const { result, browser } = await send();
    expect(result).toBe('sent');
    expect(browser.received).toMatchObject([{ ttl: 60, urgency: 'normal', topic: 'abc' }]);
  });

  it.each([
    ['its support address', sender('help@hearth.example'), 'mailto:help@hearth.example'],
    ['its address', sender(), 'https://hearth.example'],
    ['an address that services accept', sender(null, 'http://localhost:3000'), 'mailto:operator@example.com'],
  ])('is told who sends: %s', async (_what, from, sub) => {
    const { browser } = await send(from);
    expect(browser.received[0]?.identity).toMatchObject({ sub });
  });

  it('that can’t be reached may work later', async () => {
    const { subscription } = service.newBrowser();
    const closed = await startPushService();
    await closed.stop();
    const endpoint = subscription.endpoint.replace(service.url, closed.url);
    expect(await pushTo(sender(), { id: 's1', ...subscription, endpoint }, content, closed.policy)).toBe(
      'failed',
    );
  });

  it('with a forbidden address, or a key that isn’t one, never works', async () => {
    const { subscription } = service.newBrowser();
    expect(await pushTo(sender(), { id: 's1', ...subscription }, content)).toBe('refused');
    const broken = { id: 's1', ...subscription, p256dh: 'AAAA' };
    expect(await pushTo(sender(), broken, content, service.policy)).toBe('refused');
  });
});
