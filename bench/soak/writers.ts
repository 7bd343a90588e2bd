import { setTimeout as delay } from 'node:timers/promises';
import type { Api, OperationId } from '#contract/api.ts';
import { api } from '#contract/api.ts';
import type { Endpoint, EndpointInput } from '#contract/schema/endpoint.ts';
import { newId } from '#server/platform/ids.ts';
import { type TestClient, toRequest } from '#testing/client.ts';
import { newPdf } from '#testing/samples/files.ts';

/** One response, or a failed connection (status 0). */
export interface Outcome {
  operation: string;
  status: number;
  code: string;
  /** Milliseconds since the start of the process. */
  began: number;
  ended: number;
}

/** The state that the server acknowledged. */
export interface Ledger {
  outcomes: Outcome[];
  /** The ids returned by acknowledged creates, by client id. */
  posts: Map<string, string>;
  comments: Map<string, string>;
  uploads: string[];
  /** The last acknowledged choice by `kind:target:user`; null while it is unknown whether a later one took effect. */
  choices: Map<string, string | null>;
}

export interface Writer {
  client: TestClient;
  userId: string;
  isAdmin: boolean;
}

export interface Scene {
  spaceId: string;
  otherSpaceId: string;
  eventId: string;
}

/** Milliseconds that a writer waits between two actions. */
const pause = 150;

/** Sends a request and records its outcome. Returns the body of a success, else null. */
export async function send<Id extends OperationId>(
  ledger: Ledger,
  client: TestClient,
  operation: Id,
  input: EndpointInput<Api[Id]>,
): Promise<Record<string, unknown> | null> {
  const { path, init } = toRequest(api[operation] as Endpoint, input as Record<string, unknown>);
  return await sendRequest(ledger, client, operation, path, init);
}

async function sendRequest(
  ledger: Ledger,
  client: TestClient,
  operation: string,
  path: string,
  init: RequestInit,
): Promise<Record<string, unknown> | null> {
  const began = performance.now();
  const note = (status: number, code: string) =>
    ledger.outcomes.push({ operation, status, code, began, ended: performance.now() });
  try {
    const response = await client.fetch(path, init);
    const body = (await response.json()) as Record<string, unknown> & { error?: { code: string } };
    note(response.status, body.error?.code ?? '');
    return response.ok ? body : null;
  } catch {
    note(0, 'connection');
    return null;
  }
}

const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)];

/** What writers create, by name. Posts and comments are repeated until they are acknowledged or `isStopped` returns true. */
function createContentActions(scene: Scene, ledger: Ledger, isStopped: () => boolean) {
  /** Repeats a create with its client id until it is acknowledged, like the web app. */
  const untilAcknowledged = async (work: () => Promise<Record<string, unknown> | null>) => {
    for (;;) {
      const body = await work();
      if (body || isStopped()) return body;
      await delay(pause);
    }
  };
  return {
    async post({ client }: Writer) {
      const client_id = newId();
      const body = await untilAcknowledged(() =>
        send(ledger, client, 'create_post', {
          space_id: scene.spaceId,
          client_id,
          title: 'Under load',
          body: '<p>Text.</p>',
          upload_ids: [],
        }),
      );
      if (body) ledger.posts.set(client_id, (body.post as { id: string }).id);
    },
    async comment({ client }: Writer) {
      const post_id = pick([...ledger.posts.values()].slice(-5));
      if (!post_id) return;
      const client_id = newId();
      const body = await untilAcknowledged(() =>
        send(ledger, client, 'create_comment', {
          post_id,
          client_id,
          body: '<p>A comment.</p>',
          parent_id: null,
        }),
      );
      if (body) ledger.comments.set(client_id, (body.comment as { id: string }).id);
    },
    async upload({ client }: Writer) {
      const query = new URLSearchParams({
        purpose: 'post_file',
        space_id: scene.spaceId,
        file_name: 'paper.pdf',
      });
      const body = await sendRequest(ledger, client, 'store_file', `/api/uploads/files?${query}`, {
        method: 'POST',
        body: newPdf + ' '.repeat(60_000),
        headers: { 'content-type': 'application/octet-stream' },
      });
      if (body) ledger.uploads.push((body.file as { id: string }).id);
    },
  };
}

/** What writers choose, by name. A later choice replaces an earlier one. */
function createChoiceActions(scene: Scene, ledger: Ledger) {
  const choose = async (key: string, value: string, work: () => Promise<unknown>) => {
    ledger.choices.set(key, null);
    if (await work()) ledger.choices.set(key, value);
  };

  return {
    async like({ client, userId }: Writer) {
      const post_id = pick([...ledger.posts.values()].slice(-5));
      if (!post_id) return;
      const likes = Math.random() < 0.6;
      await choose(`like:${post_id}:${userId}`, likes ? 'yes' : 'no', () =>
        send(ledger, client, likes ? 'like_post' : 'unlike_post', { post_id }),
      );
    },
    async likeComment({ client, userId }: Writer) {
      const comment_id = pick([...ledger.comments.values()].slice(-10));
      if (!comment_id) return;
      const likes = Math.random() < 0.6;
      await choose(`comment-like:${comment_id}:${userId}`, likes ? 'yes' : 'no', () =>
        send(ledger, client, likes ? 'like_comment' : 'unlike_comment', { comment_id }),
      );
    },
    async rsvp({ client, userId }: Writer) {
      const rsvp = pick(['going', 'going', 'maybe', 'no'] as const) ?? 'no';
      await choose(`rsvp:${scene.eventId}:${userId}`, rsvp, () =>
        send(ledger, client, 'set_rsvp', { event_id: scene.eventId, rsvp, scope: 'this' }),
      );
    },
    async member({ client, userId }: Writer) {
      const key = `member:${scene.otherSpaceId}:${userId}`;
      const space_id = scene.otherSpaceId;
      if (ledger.choices.get(key) === 'yes')
        await choose(key, 'no', () => send(ledger, client, 'leave_space', { space_id }));
      else await choose(key, 'yes', () => send(ledger, client, 'public_join_space', { space_id }));
    },
  };
}

type Action = keyof ReturnType<typeof createContentActions> | keyof ReturnType<typeof createChoiceActions>;

/** The share of each action in percent. Only admins post and comment: members have hourly limits. */
const shares: Record<'admin' | 'member', [Action, number][]> = {
  admin: [
    ['post', 4],
    ['comment', 40],
    ['like', 20],
    ['likeComment', 12],
    ['rsvp', 14],
    ['member', 5],
    ['upload', 5],
  ],
  member: [
    ['like', 35],
    ['likeComment', 20],
    ['rsvp', 30],
    ['member', 8],
    ['upload', 7],
  ],
};

/** Picks an action at random, by the shares. */
function pickAction({ isAdmin }: Writer): Action {
  let left = Math.random() * 100;
  for (const [action, share] of shares[isAdmin ? 'admin' : 'member']) {
    left -= share;
    if (left < 0) return action;
  }
  return 'like';
}

/** Starts users who write until `stop` and pause between `hold` and `release`. */
export function startWriters(writers: Writer[], scene: Scene, ledger: Ledger) {
  let stopped = false;
  let paused: Promise<void> | null = null;
  let release = () => {};
  const actions = {
    ...createContentActions(scene, ledger, () => stopped),
    ...createChoiceActions(scene, ledger),
  };

  const active = new Set<Promise<void>>();
  const run = async (writer: Writer) => {
    while (!stopped) {
      if (paused) await paused;
      const action = actions[pickAction(writer)](writer);
      active.add(action);
      await action.finally(() => active.delete(action));
      await delay(pause);
    }
  };
  const running = Promise.all(writers.map(run));
  return {
    /** Pauses the writers. Resolves when no request is running anymore. */
    async hold() {
      paused = new Promise((resolve) => {
        release = resolve;
      });
      while (active.size > 0) await Promise.allSettled([...active]);
    },
    release() {
      paused = null;
      release();
    },
    async stop() {
      stopped = true;
      paused = null;
      release();
      await running;
    },
  };
}
