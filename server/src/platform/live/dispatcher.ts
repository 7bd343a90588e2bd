import { setTimeout as delay } from 'node:timers/promises';
import { audienceKinds, parseChannel, personalKinds } from '#contract/values/channels.ts';
import { nowMs } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { Logger } from '../log.ts';
import { reportUnavailable } from '../unavailable.ts';
import { type AccessFlow, createAccessFlow } from './channels/access-flow.ts';
import { type AudienceLanes, createAudienceLanes } from './channels/audience-lanes.ts';
import { createInterest, type Interest } from './channels/interest.ts';
import { createLanes, type Lanes } from './channels/lanes.ts';
import { createAccessChanges, createDelivery, type DeliveryOptions } from './delivery.ts';
import { getLastSeq, listActiveChannels } from './live.queries.ts';
import type { Announcer } from './outbox/announcer.ts';
import {
  accessTopic,
  type Carrier,
  type EventBatch,
  personalTopic,
  presenceTopic,
  signalTopic,
  type TopicListener,
} from './outbox/carrier.ts';
import { sequencerOf } from './outbox/sequencer.ts';
import { createSweep } from './outbox/sweep.ts';

/** Passes every event that concerns the connections of this process to them, and again after a failure. */
export interface Dispatcher extends Pick<Interest, 'follow' | 'followUser'> {
  /** Finds the changes of access that were committed until now, and starts to apply them. */
  findChanges(): Promise<void>;
  /** Returns the users who get a batch without subscribing to its channel, after the changes of access before it. */
  audienceOf(batch: EventBatch): Promise<readonly string[]>;
  stop(): Promise<void>;
}

interface DispatcherOptions extends DeliveryOptions {
  db: Database;
  log: Logger;
  carrier: Carrier;
  announcer: Announcer;
  /** Called with each signal that any process sent, as text. */
  receiveSignal: (signal: string) => void;
  /** Who is online on other processes. */
  presence: { receive: (message: string) => void; greet: () => Promise<void> };
}

/** The topics of every process with live connections. */
const sharedTopics = [accessTopic, personalTopic, signalTopic, presenceTopic];
/** Milliseconds from a failure until the next attempt. */
const retryAfter = 500;
/** How far back events are read after a lost connection, in milliseconds: longer than it takes to notice the loss. */
const recoverFrom = 60_000;

/** Delivers everything that was numbered in the last minute and may have been lost together with a connection. */
function createRecovery(
  { db, audiences, connections }: DispatcherOptions,
  lanes: Lanes,
  access: () => AccessFlow,
  openAudienceLane: AudienceLanes['open'],
) {
  let marks: { at: number; seq: number }[] = [];
  return {
    /** Returns the last number of a minute ago, or of the start. */
    oldestMark: (): number => marks[0]?.seq ?? 0,
    /** Remembers the last number of now. */
    async mark(): Promise<void> {
      marks.push({ at: nowMs(), seq: await getLastSeq(db) });
      const recent = marks.filter(({ at }) => at > nowMs() - recoverFrom);
      marks = [...marks.slice(0, marks.length - recent.length).slice(-1), ...recent];
    },
    async recover(): Promise<void> {
      await access().findAll();
      const [mark] = marks;
      if (!mark) return;
      const active = await listActiveChannels(db, mark.seq, lanes.channels(), [...audienceKinds]);
      for (const { channel, last_seq } of active) {
        if (!lanes.has(channel)) {
          const audience = await audiences.of(channel);
          const isPersonal = personalKinds.has(parseChannel(channel).kind);
          if (!isPersonal && audience.every((userId) => connections.ofPerson(userId).length === 0)) continue;
          openAudienceLane({ channel, previous: mark.seq });
        }
        void lanes.deliverThrough(channel, last_seq);
      }
    },
  };
}

/** Creates the lanes of this process, and the flow of changes of access that they wait for. */
async function createDelivering(
  options: DispatcherOptions,
  report: (task: string) => (error: unknown) => void,
  untilDone: (task: string, work: () => Promise<void>) => Promise<void>,
  interest: () => Interest | null,
): Promise<{
  lanes: Lanes;
  audienceLanes: AudienceLanes;
  flow: () => AccessFlow;
  recovery: ReturnType<typeof createRecovery>;
}> {
  let access: AccessFlow | null = null;
  const flow = (): AccessFlow => {
    if (!access) throw new Error('The dispatcher has not started');
    return access;
  };
  const lanes: Lanes = createLanes({
    db: options.db,
    deliver: createDelivery(options, flow),
    // Before anyone can connect, only events for all processes are delivered.
    neededAfter: async (channel) => (await interest()?.neededAfter(channel)) ?? 0,
    failed: report('deliver'),
  });
  const recovery = createRecovery(options, lanes, flow, (batch) => audienceLanes.open(batch));
  const audienceLanes: AudienceLanes = createAudienceLanes(lanes, {
    announcedThrough: recovery.oldestMark,
    isSubscribed: (channel) => interest()?.isFollowed(channel) ?? false,
  });
  await recovery.mark();
  const changes = createAccessChanges(options, lanes, audienceLanes);
  access = await createAccessFlow({
    db: options.db,
    scopesOf: changes.scopesOf,
    apply: (event) => untilDone('recheck', () => changes.apply(event)),
  });
  return { lanes, audienceLanes, flow, recovery };
}

export async function startDispatcher(options: DispatcherOptions): Promise<Dispatcher> {
  const { db, log, carrier, announcer, audiences } = options;
  const sequencer = sequencerOf(db);
  let isStopped = false;
  const report = (task: string) => (error: unknown) => {
    if (!isStopped && !reportUnavailable(log, error))
      log.error({ err: error, task }, "Couldn't handle live events; trying again");
  };
  const untilDone = async (task: string, work: () => Promise<void>): Promise<void> => {
    while (!isStopped) {
      try {
        await work();
        return;
      } catch (error) {
        report(task)(error);
        await delay(retryAfter, null, { ref: false });
      }
    }
  };
  let interest: Interest | null = null;
  const { lanes, audienceLanes, flow, recovery } = await createDelivering(
    options,
    report,
    untilDone,
    () => interest,
  );
  const receiveBatch = (batch: EventBatch): void => {
    audienceLanes.open(batch);
    lanes.receive(batch);
  };
  const listener: TopicListener = await carrier.listen(sharedTopics, {
    receive(topic, body) {
      if (topic === signalTopic) options.receiveSignal(body);
      else if (topic === presenceTopic) options.presence.receive(body);
      else if (topic === accessTopic) flow().findThrough(Number(body)).catch(report('read'));
      else receiveBatch(JSON.parse(body) as EventBatch);
    },
    catchUp: () => void Promise.all([untilDone('recover', recovery.recover), options.presence.greet()]),
  });
  interest = createInterest({ ...options, listener, lanes, keepsLane: audienceLanes.has });
  const unfollow = sequencer.follow({
    numbered: (batches) => batches.forEach(receiveBatch),
    failed: (error) => {
      if (!reportUnavailable(log, error))
        log.warn({ err: error }, "Couldn't number live events; trying again");
    },
  });
  const sweep = createSweep({
    db,
    announcer,
    also: async () => {
      await recovery.mark();
      await flow().findAll();
    },
    failed: report('sweep'),
  });

  return {
    follow: interest.follow,
    followUser: interest.followUser,
    findChanges: () => flow().findAll(),
    async audienceOf(batch) {
      await flow().findThrough(batch.access_seq);
      const { kind } = parseChannel(batch.channel);
      await flow().applied([batch.channel, `kind:${kind}`], batch.last + 1);
      return await audiences.of(batch.channel);
    },
    async stop() {
      isStopped = true;
      unfollow();
      sweep.stop();
      interest.stop();
      await listener.stop();
      await lanes.stop();
    },
  };
}
