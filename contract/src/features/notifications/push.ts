import { z } from 'zod';
import { t } from '../../i18n/translate.ts';
import { defineEndpoint, emptyResponse } from '../../schema/endpoint.ts';

/** The address of a browser at its push service. */
const endpoint = z
  .url({ protocol: /^https$/, error: () => t("This isn't the address of a push service.") })
  .max(1000);
/** Bytes in base64url, as browsers encode keys. */
const bytes = (length: number) =>
  z.base64url().refine((text) => Math.floor((text.length * 3) / 4) === length, {
    error: () => t("This key isn't valid."),
  });

export const pushEndpoints = {
  get_push_key: defineEndpoint({
    method: 'GET',
    path: '/api/push/key',
    summary: 'Return the key with which browsers subscribe to push notifications (`applicationServerKey`).',
    access: 'signed-in',
    output: z.object({ public_key: z.string() }),
    rateLimit: 'none',
  }),
  subscribe_push: defineEndpoint({
    method: 'PUT',
    path: '/api/push/subscriptions',
    summary:
      'Send push notifications to this browser until the session ends. It may be sent again at any time.',
    access: 'signed-in',
    body: z.object({ endpoint, p256dh: bytes(65), auth: bytes(16) }),
    output: emptyResponse,
    errors: ['push_subscription_taken'],
    rateLimit: 'write',
  }),
  unsubscribe_push: defineEndpoint({
    method: 'DELETE',
    path: '/api/push/subscriptions',
    summary: 'Send no more push notifications to a browser of the viewer.',
    access: 'signed-in',
    query: z.object({ endpoint }),
    output: emptyResponse,
    rateLimit: 'write',
  }),
  send_test_push: defineEndpoint({
    method: 'POST',
    path: '/api/push/test',
    summary:
      'Send a test notification to a browser of the viewer. `sent` is false if its push service refused it.',
    access: 'signed-in',
    body: z.object({ endpoint }),
    output: z.object({ sent: z.boolean() }),
    rateLimit: 'write',
  }),
};
