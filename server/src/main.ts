import type { FastifyInstance } from 'fastify';
import { features as allFeatures } from './app.ts';
import { hookOrder } from './hook-order.ts';
import { createSessionCookies } from './platform/auth/session-cookie.ts';
import { readLiveViewer } from './platform/auth/viewer.ts';
import { canSubscribe, listChannelScopes, listSubscribers } from './platform/authorize-subscription.ts';
import type { Config } from './platform/config.ts';
import { createDatabase, createPool } from './platform/db/database.ts';
import { migrate } from './platform/db/migrate.ts';
import { collectEmailTemplates } from './platform/email/email-templates.ts';
import type { Feature } from './platform/feature.ts';
import { createFileStore } from './platform/files/create-file-store.ts';
import { collectUploadUses } from './platform/files/upload-uses.ts';
import { healthRoutes } from './platform/http/health.ts';
import { createHttpServer } from './platform/http/http-server.ts';
import { createRateLimits } from './platform/http/limits/rate-limit.ts';
import { createRequestBudgets, limitPlainRoutes } from './platform/http/limits/request-budgets.ts';
import { listen } from './platform/http/listen.ts';
import { openApiRoutes } from './platform/http/openapi/openapi.ts';
import { compressResponses } from './platform/http/pages/compression.ts';
import { servePages } from './platform/http/pages/page-renderer.ts';
import { loadBuiltPages } from './platform/http/pages/page-source.ts';
import { createClientAddress } from './platform/http/requests/client-address.ts';
import { isAllowedOrigin } from './platform/http/requests/origin.ts';
import { createRoutes, type ReadApi } from './platform/http/routes.ts';
import { type Jobs, startJobs } from './platform/jobs/jobs.ts';
import { assembleHooks } from './platform/lifecycle.ts';
import { stopInTime } from './platform/limits/stop-in-time.ts';
import { type LiveHub, startLiveHub } from './platform/live/hub.ts';
import { maintainLiveEvents } from './platform/live/live.queries.ts';
import { collectLiveChannels } from './platform/live/live-channels.ts';
import { type LiveOutbox, startLiveOutbox } from './platform/live/outbox/live-outbox.ts';
import { createOnlineUsers } from './platform/live/presence/online-users.ts';
import { followPresence } from './platform/live/presence/start-presence.ts';
import { collectUncounted, collectWatchable } from './platform/live/presence/watchable.ts';
import { createLog } from './platform/log.ts';
import type { Platform } from './platform/platform.ts';
import { platformJobs } from './platform/platform-jobs.ts';
import { loadSecret } from './platform/secret.ts';
import { collectTargets, locatorsOf } from './platform/targets.ts';

/** A running server process. `stop` shuts it down and resolves when everything has ended. Safe to call twice. */
export interface RunningServer {
  /** The address to open, without a trailing slash. */
  url: string;
  /** The address on which it listens on this machine. Differs from `url` if the settings name a public address. */
  localUrl: string;
  stop(): Promise<void>;
  /** Returns the number of live connections to this process. */
  liveConnections(): number;
  /** The services of the process, for the demo and tests. */
  platform: Platform;
  /** Accounts to log in with, if the database contains the demo. */
  demoAccounts?: { email: string; password: string; role: string }[];
}

/** Maximum concurrent access checks for live subscriptions. HTTP keeps most of the database connections. */
const maxLiveChecks = 4;

/** What the caller learns while the server starts. */
export type StartProgress = (step: string) => void;

/** Creates the demo if it is enabled and there are no users yet; its code is loaded only then. */
async function prepareDemo(platform: Platform, progress: StartProgress) {
  if (!platform.config.demo) return null;
  const { seedDemo } = await import('#seed/seed-demo.ts');
  return await seedDemo(platform, progress);
}

/** Creates what all features use. `startedJobs` returns the job queue once it has started. */
async function createPlatform(
  features: Feature[],
  config: Platform['config'],
  publicUrl: () => string,
  startedJobs: () => Jobs | null,
): Promise<Platform> {
  const secret = await loadSecret(config.sessionSecret, config.dataDir);
  const targets = collectTargets(features);
  return {
    config,
    db: createDatabase(
      createPool(config.databaseUrl, config.databasePool, { hasPooler: config.databaseDirectUrl !== null }),
    ),
    log: createLog(config.logLevel),
    secret,
    publicUrl,
    files: await createFileStore(config),
    cookies: createSessionCookies(secret, config.publicUrl?.startsWith('https:') ?? false),
    clientAddress: createClientAddress(config.trustedProxies),
    budgets: createRequestBudgets(config.rateLimits),
    rateLimits: createRateLimits(config.rateLimits),
    jobs: {
      enqueue: async (...job) => {
        const jobs = startedJobs();
        if (!jobs) throw new Error('The job queue has not started');
        await jobs.enqueue(...job);
      },
      stop: async () => await startedJobs()?.stop(),
    },
    targets,
    uploadUses: collectUploadUses(features),
    locators: new Map([
      ...locatorsOf(targets),
      ...features.flatMap((feature) => Object.entries(feature.locators ?? {})),
    ]),
    liveChannels: collectLiveChannels(features),
    emails: collectEmailTemplates(features),
    emailChecks: new Map(features.flatMap((feature) => Object.entries(feature.emailChecks ?? {}))),
    onlineUsers: createOnlineUsers(),
    hooks: assembleHooks(features, hookOrder),
    onStop: [],
  };
}

/** Connects the endpoints of all features with their handlers, and returns how pages read them. Throws if one has none. */
function bindRoutes(features: Feature[], app: FastifyInstance, platform: Platform): ReadApi {
  const routes = createRoutes(app, platform);
  for (const feature of features) {
    feature.routes?.(routes.route, platform);
    feature.plainRoutes?.(app, platform);
  }
  routes.requireComplete();
  return routes.read;
}

async function startLive(
  features: Feature[],
  app: FastifyInstance,
  platform: Platform,
  outbox: LiveOutbox,
): Promise<LiveHub> {
  const { config, db, log, publicUrl, clientAddress } = platform;
  return await startLiveHub({
    http: app.server,
    db,
    carrier: outbox.carrier,
    announcer: outbox.announcer,
    log,
    readViewer: (cookie) => readLiveViewer(db, platform.cookies, cookie),
    canSubscribe: (viewer, channel) => canSubscribe(platform, viewer, channel),
    channels: platform.liveChannels,
    listSubscribers: (userIds, spaceId) => listSubscribers(platform, userIds, spaceId),
    listChannelScopes: (viewers, channel) => listChannelScopes(platform, viewers, channel),
    mayReadMissed: async (userId, events) => {
      const checks = features.map((feature) => feature.mayReadMissed?.(platform, userId, events) ?? true);
      return (await Promise.all(checks)).every(Boolean);
    },
    isAllowedOrigin: (origin, host) => isAllowedOrigin(origin, host, publicUrl(), config.environment),
    clientAddress,
    users: platform.onlineUsers,
    listWatchable: collectWatchable(features, platform),
    listUncounted: collectUncounted(features, platform),
    recordPresence: async (present) => {
      const results = features.map((feature) => feature.recordPresence?.(platform, present) ?? []);
      return (await Promise.all(results)).flat();
    },
    isLimited: config.rateLimits,
    concurrency: Math.max(1, Math.min(maxLiveChecks, Math.floor(config.databasePool / 5))),
  });
}

/**
 * Migrates, and starts the roles that the configuration names. Pages are loaded when the web is `built`; without it, only
 * the API is served. Tests pass other `features`.
 */
export async function startServer(
  config: Config & { databaseUrl: string },
  progress: StartProgress = () => {},
  built: Promise<void> = Promise.resolve(),
  features: Feature[] = allFeatures,
): Promise<RunningServer> {
  const applied = await migrate(config.databaseDirectUrl ?? config.databaseUrl);
  if (applied.length > 0) progress(`Applied ${applied.length} migration${applied.length === 1 ? '' : 's'}`);

  let address = `http://localhost:${config.port}`;
  const publicUrl = () => config.publicUrl ?? address;
  let jobs: Jobs | null = null;
  const platform = await createPlatform(features, config, publicUrl, () => jobs);
  const { db, log } = platform;

  await maintainLiveEvents(db);
  const outbox = await startLiveOutbox(platform);

  const demoAccounts = await prepareDemo(platform, progress);

  const app = createHttpServer(config, log, publicUrl);
  compressResponses(app);
  healthRoutes(app, db, config);
  limitPlainRoutes(app, platform);
  const readApi = config.roles.has('web') ? bindRoutes(features, app, platform) : null;
  if (readApi) openApiRoutes(app, config.brandName, publicUrl);
  await built;
  const source = readApi ? await loadBuiltPages() : null;
  const { budgets, clientAddress } = platform;
  const pages = source && readApi && { ...source, readApi };
  servePages(app, pages, { brandName: config.brandName, publicUrl, budgets, clientAddress });

  jobs = await startJobs({
    databaseUrl: config.databaseUrl,
    kinds: [...platformJobs(platform), ...features.flatMap((feature) => feature.jobs?.(platform) ?? [])],
    work: config.roles.has('jobs'),
    log,
  });
  const hub = config.roles.has('live') ? await startLive(features, app, platform, outbox) : null;
  if (hub) outbox.setAudiences(hub.audienceOf);
  else if (config.roles.has('web'))
    platform.onStop.push([
      'presence',
      await followPresence({ users: platform.onlineUsers, carrier: outbox.carrier, log }),
    ]);

  const stopListening = await listen(app, config);
  const bound = app.server.address();
  if (bound && typeof bound === 'object') address = `http://localhost:${bound.port}`;

  const stopInOrder = async () => {
    outbox.setAudiences(null);
    await stopInTime([
      ['sockets', () => hub?.stop()],
      ['requests', () => Promise.all([stopListening(), app.close()])],
      ['jobs', () => jobs?.stop()],
      ...platform.onStop,
      ['outbox', outbox.stop],
      ['database', () => db.destroy()],
    ]);
  };
  let stopping: Promise<void> | null = null;
  return {
    url: publicUrl(),
    localUrl: address,
    platform,
    ...(demoAccounts && { demoAccounts }),
    liveConnections: () => hub?.connections() ?? 0,
    stop: () => {
      stopping ??= stopInOrder();
      return stopping;
    },
  };
}
