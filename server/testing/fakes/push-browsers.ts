import { newId } from '#server/platform/ids.ts';
import type { TestPerson } from '../people.ts';
import type { TestServer } from '../server.ts';
import type { PushBrowser, startPushService } from './push-service.ts';

/** Subscribes a browser of a person, at a local push service. */
export async function subscribeBrowser(
  server: TestServer,
  service: Awaited<ReturnType<typeof startPushService>>,
  person: TestPerson,
): Promise<PushBrowser> {
  const browser = service.newBrowser();
  const { endpoint, ...keys } = browser.subscription;
  await person.call('subscribe_push', { endpoint: `https://push.example/${newId()}`, ...keys });
  // Only addresses with https can be given; that of the local service has none.
  await server.db
    .updateTable('push_subscriptions')
    .set({ endpoint })
    .where('p256dh', '=', keys.p256dh)
    .execute();
  return browser;
}
