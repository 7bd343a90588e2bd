import { z } from 'zod';
import { t } from '../../i18n/translate.ts';
import { defineEndpoint, emptyResponse, id } from '../../schema/endpoint.ts';

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
  list_unread_of_shown: defineEndpoint({
    method: 'POST',
    path: '/api/push/shown',
    summary:
      'Return which of the notifications that a browser shows are still unread: the others are closed. IDs are those of entries, or of conversations with new messages.',
    access: 'signed-in',
    body: z.object({ shown_ids: z.array(id).min(1).max(50) }),
    output: z.object({ unread_ids: z.array(id), unread_count: z.number().int() }),
    rateLimit: 'none',
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
