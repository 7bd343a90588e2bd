import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import type { Draft, SavedText } from '#contract/features/drafts/drafts.ts';
import { ApiError, NetworkError } from '#web/lib/api/api-client.ts';
import { newClientId } from '#web/lib/api/client-id.ts';
import { DraftSync, type SentDraft, saveDelay } from './draft-sync.ts';
import type { LocalDraft } from './local-draft.ts';

const start = Date.UTC(2026, 10, 21);

/** Fake draft server for one user and space that follows the rules of the real one. */
function createServer() {
  let draft: Draft | null = null;
  const server = {
    saves: [] as SentDraft[],
    isDown: false,
    /** Fails instead of saving. */
    error: null as Error | null,
    /** How often anything was requested. */
    requests: 0,
    /** Each response waits for this. */
    delay: Promise.resolve(),
    /** Accepts the save but loses the response. */
    losesResponse: false,
    tooLong: 'post_too_long' as ErrorCode,
    posted: new Set<string>(),
    get draft() {
      return draft;
    },
    load: async () => {
      server.requests += 1;
      if (server.isDown) throw new NetworkError(null);
      return draft;
    },
    save: async (sent: SentDraft) => {
      server.requests += 1;
      if (server.isDown) throw new NetworkError(null);
      if (server.error) throw server.error;
      if (sent.content.body.length > 100) throw new ApiError(server.tooLong, 400, 'Too long');
      if (server.posted.has(sent.client_id)) throw new ApiError('draft_already_posted', 409, 'Posted');
      server.saves.push(sent);
      const saved = { ...sent.content, attachments: [], files: [], client_edited_at: sent.client_edited_at };
      const base = { space_id: 's', client_id: sent.client_id, version: (draft?.version ?? 0) + 1 };
      const isOnTop = !draft || draft.version === sent.base_version;
      const isSent = isOnTop || sent.client_edited_at >= (draft?.client_edited_at ?? '');
      const known = (draft?.conflicts ?? []).filter((one) => one.title !== saved.title);
      if (isOnTop) draft = { ...saved, ...base, conflicts: sent.discard_conflicts ? [] : known };
      else if (draft && isSent) draft = { ...saved, ...base, conflicts: [draft, ...known] };
      else if (draft) draft = { ...draft, version: base.version, conflicts: [saved, ...draft.conflicts] };
      if (draft?.title === '' && draft.body === '' && draft.conflicts.length === 0) draft = null;
      if (server.losesResponse) throw new NetworkError(null);
      const response = { draft, accepted: isSent };
      await server.delay;
      return response;
    },
    /** Like the real server, makes the first conflict the next draft. */
    post: () => {
      if (!draft) return;
      server.posted.add(draft.client_id);
      const [next, ...conflicts] = draft.conflicts;
      const { space_id, version } = draft;
      draft = next ? { ...next, space_id, client_id: newClientId(), version: version + 1, conflicts } : null;
    },
  };
  return server;
}

function openDevice(server: ReturnType<typeof createServer>, saved: LocalDraft | null = null) {
  let local = saved;
  const sync = new DraftSync(saved, {
    load: server.load,
    save: server.save,
    keep: (draft) => {
      local = draft;
    },
    show: () => {},
    now: Date.now,
  });
  return { sync, local: () => local };
}

const title = (sync: DraftSync) => sync.state.draft.title;

describe('Draft sync', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.setSystemTime(start);
  });
  afterEach(() => vi.useRealTimers());
  const pass = (time = saveDelay) => vi.advanceTimersByTimeAsync(time);

  it('saves in the browser right away and on the server one second after the last key', async () => {
    const server = createServer();
    const { sync, local } = openDevice(server);
    sync.receive(null);
    sync.type({ title: 'H' });
    await pass(saveDelay - 1);
    sync.type({ title: 'He' });
    expect(local()?.title).toBe('He');
    await pass(saveDelay - 1);
    expect(server.saves).toHaveLength(0);
    await pass(1);
    expect(server.saves.map(({ content }) => content.title)).toEqual(['He']);
    expect(sync.state).toMatchObject({ status: 'saved', draft: { synced: true, version: 1 } });
  });

  it('shows the draft on another device and follows changes there', async () => {
    const server = createServer();
    const phone = openDevice(server).sync;
    phone.type({ title: 'On the phone' });
    await pass();
    const desk = openDevice(server).sync;
    desk.receive(server.draft);
    expect(title(desk)).toBe('On the phone');
    desk.type({ title: 'On the phone and at the desk' });
    await pass();
    phone.receive(server.draft);
    expect(title(phone)).toBe('On the phone and at the desk');
    expect(phone.state.conflicts).toEqual([]);
  });

  it('loses no text when two devices edit at the same time', async () => {
    const server = createServer();
    const [phone, desk] = [openDevice(server).sync, openDevice(server).sync];
    phone.type({ title: 'Phone' });
    await pass(100);
    desk.type({ title: 'Desk' });
    await pass(2 * saveDelay);
    expect(title(desk)).toBe('Desk');
    expect(desk.state.conflicts.map((other) => other.title)).toEqual(['Phone']);
    phone.receive(server.draft);
    expect(title(phone)).toBe('Desk');
    const [other] = phone.state.conflicts;
    if (other) phone.take(other);
    await pass();
    expect(title(phone)).toBe('Phone');
    expect(phone.state.conflicts.map((one) => one.title)).toContain('Desk');
    phone.discardConflicts();
    await pass();
    expect(server.draft?.conflicts).toEqual([]);
  });

  it('discards the drafts of other devices only when asked, and keeps those that arrive later', async () => {
    const server = createServer();
    const [phone, desk] = [openDevice(server).sync, openDevice(server).sync];
    const shown = (sync: DraftSync) => sync.state.conflicts.map((other) => other.title);
    const conflict = async (deskTitle: string) => {
      // The desk hasn't seen the latest version, and types first.
      desk.type({ title: deskTitle });
      await pass(100);
      phone.type({ title: `Phone after ${deskTitle}` });
      await pass(2 * saveDelay);
    };
    await conflict('Desk one');
    expect(shown(phone)).toEqual(['Desk one']);
    phone.discardConflicts();
    expect(shown(phone)).toEqual([]);
    await pass();
    expect([shown(phone), server.draft?.conflicts]).toEqual([[], []]);
    await conflict('Desk two');
    expect(shown(phone)).toContain('Desk two');
    phone.type({ title: 'Phone, last' });
    await pass();
    expect(shown(phone)).toContain('Desk two');
    expect(server.draft?.conflicts.map((other) => other.title)).toContain('Desk two');
    expect(server.saves.filter((sent) => sent.discard_conflicts)).toHaveLength(1);
  });

  it('discards them as well when asked during a save', async () => {
    const server = createServer();
    const { sync } = openDevice(server);
    const other = openDevice(server).sync;
    other.type({ title: 'Other' });
    await pass();
    sync.type({ title: 'Mine' });
    await pass();
    expect(sync.state.conflicts.map(({ title: text }) => text)).toEqual(['Other']);
    const arrives = Promise.withResolvers<void>();
    server.delay = arrives.promise;
    sync.type({ title: 'Mine, longer' });
    await pass();
    sync.discardConflicts();
    arrives.resolve();
    await pass(0);
    expect(sync.state.conflicts).toEqual([]);
    await pass();
    expect([sync.state.conflicts, server.draft?.conflicts]).toEqual([[], []]);
    expect(server.draft?.title).toBe('Mine, longer');
  });

  it('shows a draft that another device saved meanwhile, instead of discarding it unseen', async () => {
    const server = createServer();
    const [sync, other] = [openDevice(server).sync, openDevice(server).sync];
    const shown = () => sync.state.conflicts.map((one) => one.title);
    other.type({ title: 'Other' });
    await pass();
    sync.type({ title: 'Mine' });
    await pass();
    expect(shown()).toEqual(['Other']);
    other.type({ title: 'Other two' });
    await pass();
    const arrives = Promise.withResolvers<void>();
    server.delay = arrives.promise;
    sync.type({ title: 'Mine, longer' });
    await pass();
    sync.discardConflicts();
    expect(shown()).toEqual([]);
    arrives.resolve();
    await pass(5 * saveDelay);
    expect(shown()).toContain('Other two');
    expect(server.draft?.conflicts.map((one) => one.title)).toContain('Other two');
  });

  it('does not discard conflicts of the next draft when the current one is posted', async () => {
    const server = createServer();
    const [sync, other] = [openDevice(server).sync, openDevice(server).sync];
    other.type({ title: 'Other' });
    await pass();
    sync.type({ title: 'Mine' });
    await pass();
    sync.discardConflicts();
    sync.finish();
    server.post();
    sync.type({ title: 'The next post' });
    await pass();
    expect(server.saves.at(-1)).toMatchObject({
      discard_conflicts: false,
      content: { title: 'The next post' },
    });
  });

  it('waits while the server is down and has no conflict with itself after a lost response', async () => {
    const server = createServer();
    const { sync } = openDevice(server);
    server.isDown = true;
    sync.type({ title: 'One' });
    await pass();
    expect(sync.state.status).toBe('waiting');
    server.isDown = false;
    server.losesResponse = true;
    await pass(3_000);
    server.losesResponse = false;
    sync.type({ title: 'One and two' });
    await pass(10_000);
    expect(server.draft).toMatchObject({ title: 'One and two', conflicts: [] });
    expect(sync.state.status).toBe('saved');
  });

  it.each(['post_too_long', 'invalid_input', 'body_too_large'] as const)(
    'that is too long for the server (%s) says so, keeps the text here, and is saved once it is shorter',
    async (code) => {
      const server = createServer();
      server.tooLong = code;
      const { sync, local } = openDevice(server);
      sync.type({ body: 'x'.repeat(101) });
      await pass();
      expect(sync.state.status).toBe('too_long');
      expect(local()?.body).toHaveLength(101);
      await pass(120_000);
      expect(server.saves).toEqual([]);
      sync.type({ body: 'x' });
      await pass();
      expect(sync.state.status).toBe('saved');
      expect(server.draft?.body).toBe('x');
    },
  );

  it('resumes unsaved changes after a reload', async () => {
    const server = createServer();
    const first = openDevice(server);
    server.isDown = true;
    first.sync.type({ title: 'Typed in a tunnel' });
    await pass();
    server.isDown = false;
    const second = openDevice(server, first.local());
    second.sync.receive(null);
    expect(title(second.sync)).toBe('Typed in a tunnel');
    await pass();
    expect(server.draft?.title).toBe('Typed in a tunnel');
  });

  it('clears a draft posted elsewhere but keeps newer text', async () => {
    const server = createServer();
    const [phone, desk] = [openDevice(server).sync, openDevice(server).sync];
    phone.type({ title: 'A post' });
    await pass();
    desk.receive(server.draft);
    server.post();
    phone.receive(null);
    expect(title(phone)).toBe('');
    desk.type({ title: 'A post, and more' });
    desk.receive(null);
    await pass(5 * saveDelay);
    expect(title(desk)).toBe('A post, and more');
    expect(server.draft?.title).toBe('A post, and more');
  });

  it('starts a new draft when a late save finds its draft already posted', async () => {
    const server = createServer();
    const { sync } = openDevice(server);
    sync.type({ title: 'A post' });
    await pass();
    server.post();
    sync.type({ title: 'A post with an afterthought' });
    await pass(5 * saveDelay);
    expect(server.draft?.title).toBe('A post with an afterthought');
    expect([...server.posted]).not.toContain(server.draft?.client_id);
  });

  describe('posted right after a choice between two versions', () => {
    const newConflict = async () => {
      const server = createServer();
      const [phone, desk] = [openDevice(server).sync, openDevice(server).sync];
      phone.type({ title: 'Phone' });
      await pass(100);
      desk.type({ title: 'Desk' });
      await pass(2 * saveDelay);
      expect(desk.state.conflicts.map((other) => other.title)).toEqual(['Phone']);
      return { server, desk };
    };

    it('leaves no draft after "Keep this version"', async () => {
      const { server, desk } = await newConflict();
      desk.discardConflicts();
      await desk.prepareToPost();
      server.post();
      expect(server.draft).toBeNull();
    });

    it('leaves the replaced version as the draft after "Use this one", not the posted one', async () => {
      const { server, desk } = await newConflict();
      desk.take(desk.state.conflicts[0] as SavedText);
      await desk.prepareToPost();
      expect(server.draft).toMatchObject({ title: 'Phone', client_id: desk.state.draft.client_id });
      server.post();
      expect(server.draft).toMatchObject({ title: 'Desk', conflicts: [] });
    });

    /** Saves, and makes the choice before the response arrives. */
    const chooseDuringSave = async (server: ReturnType<typeof createServer>, desk: DraftSync) => {
      const response = Promise.withResolvers<void>();
      server.delay = response.promise;
      const saving = desk.flush();
      await pass(0);
      desk.discardConflicts();
      response.resolve();
      await saving;
    };

    it('keeps the choice when it is made during a save', async () => {
      const { server, desk } = await newConflict();
      desk.type({ title: 'Desk, longer' });
      await chooseDuringSave(server, desk);
      expect(desk.state.conflicts).toEqual([]);
      await desk.prepareToPost();
      server.post();
      expect(server.draft).toBeNull();
    });

    it('never discards a version that arrives with the response to that save', async () => {
      const { server, desk } = await newConflict();
      const tablet = openDevice(server).sync;
      tablet.type({ title: 'Tablet' });
      await tablet.flush();
      desk.type({ title: 'Desk, longer' });
      await chooseDuringSave(server, desk);
      await pass(2 * saveDelay);
      expect(desk.state.conflicts.map((one) => one.title)).toContain('Tablet');
      expect(server.draft?.conflicts.map((one) => one.title)).toContain('Tablet');
    });

    it('fails if the choice cannot be saved', async () => {
      const { server, desk } = await newConflict();
      desk.discardConflicts();
      server.isDown = true;
      await expect(desk.prepareToPost()).rejects.toThrow(NetworkError);
      server.isDown = false;
      await desk.prepareToPost();
      expect(server.draft?.conflicts).toEqual([]);
    });
  });

  describe('the end of the draft on the server, reported before the response to posting', () => {
    const posting = async () => {
      const server = createServer();
      const { sync } = openDevice(server);
      sync.type({ title: 'Hello' });
      await sync.flush();
      const sent = sync.state.draft;
      await sync.prepareToPost();
      return { server, sync, sent };
    };

    it('does not count as a change made meanwhile', async () => {
      const { server, sync, sent } = await posting();
      server.post();
      sync.receive(null);
      expect(sync.state.draft).toBe(sent);
      sync.finish();
      expect(title(sync)).toBe('');
    });

    it('keeps what was typed meanwhile as a new draft', async () => {
      const { server, sync, sent } = await posting();
      server.post();
      sync.receive(null);
      sync.type({ title: 'Hello again' });
      sync.renew();
      await pass(2 * saveDelay);
      expect(server.draft).toMatchObject({ title: 'Hello again' });
      expect(server.draft?.client_id).not.toBe(sent.client_id);
    });

    it('keeps the text and its ID if the response is lost, so that posting again finds the post', async () => {
      const { server, sync, sent } = await posting();
      server.post();
      sync.receive(null);
      sync.cancelPosting();
      await pass(2 * saveDelay);
      expect(sync.state.draft).toMatchObject({ title: 'Hello', client_id: sent.client_id });
    });
  });

  it('keeps its ID if it was posted before it was saved and the response is lost', async () => {
    const server = createServer();
    const { sync } = openDevice(server);
    sync.type({ title: 'Hello' });
    const { client_id } = sync.state.draft;
    await sync.prepareToPost();
    server.posted.add(client_id);
    sync.cancelPosting();
    await pass(2 * saveDelay);
    expect(sync.state).toMatchObject({ status: 'idle', draft: { client_id } });
    // What is typed from now on is another post.
    sync.type({ title: 'Hello again' });
    await pass(3 * saveDelay);
    expect(server.draft).toMatchObject({ title: 'Hello again' });
    expect(server.draft?.client_id).not.toBe(client_id);
  });

  it('is deleted on the server once it is emptied, and is saved again when something is typed', async () => {
    const server = createServer();
    const { sync, local } = openDevice(server);
    sync.type({ title: 'Hello' });
    await pass();
    sync.type({ title: '' });
    await pass();
    expect(server.draft).toBeNull();
    expect(sync.state).toMatchObject({ status: 'idle', conflicts: [], draft: { version: 0, synced: true } });
    expect(local()).toBeNull();
    const response = Promise.withResolvers<void>();
    sync.type({ title: 'Again' });
    await pass();
    sync.type({ title: '' });
    server.delay = response.promise;
    await pass();
    sync.type({ title: 'After all' });
    response.resolve();
    await pass(0);
    expect(sync.state.draft).toMatchObject({ title: 'After all', version: 0, synced: false });
    await pass();
    expect(server.draft?.title).toBe('After all');
  });

  describe('typed before a newer one of another device, and saved after it', () => {
    const saveLate = async () => {
      const server = createServer();
      const [phone, desk] = [openDevice(server).sync, openDevice(server).sync];
      phone.type({ title: 'Phone' });
      await phone.pause();
      await pass(100);
      desk.type({ title: 'Desk' });
      await desk.flush();
      return { server, phone, desk };
    };

    it('gives way to it, and becomes a conflict', async () => {
      const { server, phone } = await saveLate();
      await phone.flush();
      expect(phone.state).toMatchObject({
        status: 'saved',
        draft: { title: 'Desk', synced: true, client_id: server.draft?.client_id, version: 2 },
      });
      expect(phone.state.conflicts.map((one) => one.title)).toEqual(['Phone']);
    });

    it('stays if more is typed meanwhile, with the newer one as the conflict', async () => {
      const { server, phone } = await saveLate();
      const response = Promise.withResolvers<void>();
      server.delay = response.promise;
      const saving = phone.flush();
      await pass(0);
      phone.type({ title: 'Phone, longer' });
      response.resolve();
      await saving;
      expect(title(phone)).toBe('Phone, longer');
      expect(phone.state.conflicts.map((one) => one.title)).toEqual(['Phone']);
      await pass();
      expect(server.draft?.title).toBe('Phone, longer');
      expect(phone.state.conflicts.map((one) => one.title)).toContain('Desk');
    });
  });

  it('that is reported in the version it has keeps what was typed since, and waits for the next save', async () => {
    const server = createServer();
    const { sync } = openDevice(server);
    sync.type({ title: 'One' });
    await pass();
    const conflict = { ...server.draft, title: 'Desk' } as SavedText;
    sync.type({ title: 'One and two' });
    sync.receive({ ...(server.draft as Draft), conflicts: [conflict] });
    await pass(0);
    expect(server.saves).toHaveLength(1);
    expect(title(sync)).toBe('One and two');
    expect(sync.state.conflicts).toEqual([conflict]);
  });

  it('follows another draft, although it has the same version', async () => {
    const server = createServer();
    const { sync } = openDevice(server);
    sync.type({ title: 'One' });
    await pass();
    const other = { ...(server.draft as Draft), client_id: 'another', title: 'Started over' };
    sync.receive(other);
    expect(sync.state.draft).toMatchObject({ title: 'Started over', client_id: 'another', version: 1 });
  });

  it('ignores a report of an earlier version, and saves at once against a later one', async () => {
    const server = createServer();
    const { sync } = openDevice(server);
    sync.type({ title: 'One' });
    await pass();
    const first = server.draft;
    sync.type({ title: 'Two' });
    await pass();
    sync.receive(first);
    expect(title(sync)).toBe('Two');
    sync.type({ title: 'Three' });
    sync.receive({ ...(server.draft as Draft), title: 'Desk', version: 9 });
    expect(title(sync)).toBe('Three');
    await pass(0);
    expect(server.saves.map(({ content }) => content.title)).toEqual(['One', 'Two', 'Three']);
  });

  it('is tried again later and later while the server is down, and soon again after a success', async () => {
    const server = createServer();
    const { sync } = openDevice(server);
    server.isDown = true;
    sync.type({ title: 'One' });
    await pass();
    expect(server.requests).toBe(1);
    for (const seconds of [3, 6, 12, 24, 48, 60, 60]) {
      const before = server.requests;
      await pass(seconds * 1000 - 1);
      expect(server.requests).toBe(before);
      await pass(1);
      expect(server.requests).toBe(before + 1);
    }
    server.isDown = false;
    await pass(60_000);
    expect(sync.state.status).toBe('saved');
    server.isDown = true;
    sync.type({ title: 'Two' });
    await pass();
    server.isDown = false;
    await pass(3_000);
    expect(server.draft?.title).toBe('Two');
  });

  it.each([
    ['internal', 500, true],
    ['unavailable', 503, true],
    ['rate_limited', 429, true],
    ['membership_required', 403, false],
    ['space_not_found', 404, false],
  ] as const)(
    'is kept here after the error %s with status %i, and tried again: %s',
    async (code, status, again) => {
      const server = createServer();
      const { sync, local } = openDevice(server);
      server.error = new ApiError(code as ErrorCode, status, 'No');
      sync.type({ title: 'One' });
      await pass();
      expect(sync.state.status).toBe('waiting');
      expect(local()?.title).toBe('One');
      server.error = null;
      await pass(120_000);
      expect(sync.state.status).toBe(again ? 'saved' : 'waiting');
    },
  );

  it('is only here until a save has reached the server, or may have', async () => {
    const server = createServer();
    const { sync } = openDevice(server);
    sync.type({ title: 'One' });
    expect(sync.isOnlyHere).toBe(true);
    server.isDown = true;
    await sync.flush();
    expect(sync.isOnlyHere).toBe(false);
    server.isDown = false;
    await sync.flush();
    expect(sync.isOnlyHere).toBe(false);
    sync.finish();
    expect(sync.isOnlyHere).toBe(true);
  });

  it('is not saved while it is paused, until something changes', async () => {
    const server = createServer();
    const { sync } = openDevice(server);
    sync.type({ title: 'One' });
    await sync.pause();
    await pass(5 * saveDelay);
    expect(server.saves).toEqual([]);
    const response = Promise.withResolvers<void>();
    server.delay = response.promise;
    sync.type({ title: 'Two' });
    await pass();
    sync.type({ title: 'Three' });
    let isPaused = false;
    const pausing = sync.pause().then(() => {
      isPaused = true;
    });
    await pass(0);
    expect(isPaused).toBe(false);
    response.resolve();
    await pausing;
    await pass(5 * saveDelay);
    expect(server.saves.map(({ content }) => content.title)).toEqual(['Two']);
    sync.type({ title: 'Four' });
    await pass();
    expect(server.draft?.title).toBe('Four');
  });

  it('starts empty and idle after it was posted, and ignores the response to an earlier save', async () => {
    const server = createServer();
    const { sync, local } = openDevice(server);
    const response = Promise.withResolvers<void>();
    server.delay = response.promise;
    sync.type({ title: 'One' });
    await pass();
    const { client_id } = sync.state.draft;
    sync.finish();
    expect(sync.state).toMatchObject({ status: 'idle', conflicts: [], draft: { title: '', version: 0 } });
    expect(sync.state.draft.client_id).not.toBe(client_id);
    response.resolve();
    await pass(5 * saveDelay);
    expect(sync.state).toMatchObject({ status: 'idle', draft: { title: '', version: 0, synced: true } });
    expect(local()).toBeNull();
  });

  it('ignores the failure of a save of an earlier draft', async () => {
    const server = createServer();
    const { sync } = openDevice(server);
    const response = Promise.withResolvers<void>();
    server.delay = response.promise;
    sync.type({ title: 'One' });
    await pass();
    sync.finish();
    response.reject(new NetworkError(null));
    await pass(5 * saveDelay);
    expect(sync.state.status).toBe('idle');
    expect(server.requests).toBe(1);
  });

  it('is not saved while it is posted, but after posting failed', async () => {
    const server = createServer();
    const { sync } = openDevice(server);
    sync.type({ title: 'One' });
    await sync.prepareToPost();
    sync.type({ title: 'One and two' });
    await pass(5 * saveDelay);
    expect(server.saves).toEqual([]);
    sync.cancelPosting();
    await pass(0);
    expect(server.draft?.title).toBe('One and two');
    await sync.prepareToPost();
    sync.cancelPosting();
    await pass(5 * saveDelay);
    expect(server.saves).toHaveLength(1);
  });

  it('shows what another device changed while posting failed', async () => {
    const server = createServer();
    const { sync } = openDevice(server);
    sync.type({ title: 'One' });
    await sync.flush();
    await sync.prepareToPost();
    sync.receive({ ...(server.draft as Draft), title: 'Desk', version: 2 });
    expect(title(sync)).toBe('One');
    sync.cancelPosting();
    expect(title(sync)).toBe('Desk');
  });

  it('shows nothing after the form was closed, and saves no more', async () => {
    const server = createServer();
    const shown: string[] = [];
    const sync = new DraftSync(null, {
      load: server.load,
      save: server.save,
      keep: () => {},
      show: ({ draft }) => shown.push(draft.title),
      now: Date.now,
    });
    sync.type({ title: 'One' });
    sync.end();
    await pass(0);
    expect(server.draft?.title).toBe('One');
    shown.length = 0;
    sync.receive({ ...(server.draft as Draft), title: 'Desk', version: 9 });
    sync.type({ title: 'Two' });
    expect(await sync.flush()).toBe(false);
    await pass(5 * saveDelay);
    expect(shown).toEqual([]);
    expect(server.saves).toHaveLength(1);
  });

  it('saves everything before sign-out', async () => {
    const server = createServer();
    const { sync } = openDevice(server);
    sync.type({ title: 'Just before' });
    expect(await sync.flush()).toBe(true);
    expect(server.draft?.title).toBe('Just before');
    sync.type({ title: 'And closed' });
    sync.end();
    await pass(0);
    expect(server.draft?.title).toBe('And closed');
  });
});
