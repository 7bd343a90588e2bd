import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import { parseTrustedProxies, type TrustedProxies } from './http/requests/client-address.ts';

const flag = z.enum(['on', 'off'], { error: 'use on or off' });
const roleNames = ['all', 'web', 'live', 'jobs'] as const;
const port = z.coerce
  .number({ error: 'use a port number from 0 to 65535 (0 picks a free one)' })
  .int()
  .min(0, 'use a port number from 0 to 65535 (0 picks a free one)')
  .max(65535, 'use a port number from 0 to 65535 (0 picks a free one)');

const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'use an address such as postgres://user:password@host:5432/hearth');

/**
 * The default number of database connections: from 10 to 20. More than the processors can serve at a time only take turns: with ten
 * instead of twenty on two cores, PostgreSQL needs a sixth less processor time for a message.
 */
export const defaultPool = Math.min(20, Math.max(10, 4 * availableParallelism()));

/** A size such as `500 MB`. */
const byteSize = z.string().regex(/^\d{1,9}(\.\d+)? ?[KMGT]B$/i, 'use a size such as 500 MB or 20 GB');
const byteUnits = ['KB', 'MB', 'GB', 'TB'];
/** Converts a size to bytes. A KB has 1024 bytes. */
function toBytes(size: string): number {
  const unit = byteUnits.indexOf(size.slice(-2).toUpperCase());
  return Math.round(Number.parseFloat(size) * 1024 ** (unit + 1));
}

/** All settings that Hearth reads from the environment. An empty value means not set. */
const environmentSchema = z
  .object({
    NODE_ENV: z
      .enum(['production', 'development', 'test'], { error: 'use production, development or test' })
      .default('development'),
    ROLE: z
      .string()
      .default('all')
      .transform((value) => value.split(',').map((part) => part.trim()))
      .pipe(z.array(z.enum(roleNames, { error: 'use all, or a list of web, live and jobs' })).min(1)),
    PORT: port.default(3000),
    HOST: z.string().optional(),
    DATA_DIR: z.string().default('./data'),
    DATABASE_URL: databaseUrl.optional(),
    DATABASE_DIRECT_URL: databaseUrl.optional(),
    NATS_URL: z
      .string()
      .regex(/^(nats|tls):\/\/[^/]/, 'use an address such as nats://user:password@host:4222')
      .refine((value) => URL.canParse(value), 'use an address such as nats://user:password@host:4222')
      .optional(),
    DATABASE_POOL: z.coerce
      .number({ error: 'use a number from 2 to 200' })
      .int()
      .min(2)
      .max(200)
      .default(defaultPool),
    PUBLIC_URL: z
      .url({ protocol: /^https?$/, error: 'use an address such as https://community.example' })
      .optional(),
    BRAND_NAME: z.string().min(1).max(40).default('Hearth'),
    SESSION_SECRET: z.string().min(32, 'use at least 32 characters').optional(),
    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\//, 'use an address such as smtps://user:password@mail.example:465')
      .optional(),
    MAIL_FROM: z.string().min(3).optional(),
    SUPPORT_EMAIL: z.email('use an address such as help@community.example').optional(),
    REQUIRE_EMAIL_CONFIRMATION: flag.optional(),
    S3_ENDPOINT: z.url({ error: 'use an address such as https://s3.example' }).optional(),
    S3_REGION: z.string().default('us-east-1'),
    S3_BUCKET: z.string().optional(),
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    UNUSED_UPLOADS_LIMIT: byteSize.default('500 MB'),
    CHAT_STORAGE_LIMIT: byteSize.default('5 GB'),
    SPACE_STORAGE_LIMIT: byteSize.optional(),
    VIDEO_SIZE_LIMIT: byteSize.default('100 MB'),
    FFMPEG_PATH: z.string().optional(),
    FREE_DISK_FLOOR: byteSize.default('1 GB'),
    OIDC_ISSUER: z.string().refine(isIssuer, 'use an address such as https://login.example').optional(),
    OIDC_CLIENT_ID: z.string().optional(),
    OIDC_CLIENT_SECRET: z.string().optional(),
    OIDC_NAME: z.string().min(1).max(40, 'use at most 40 characters').default('Single sign-on'),
    OIDC_SCOPES: z
      .string()
      .regex(/^(\S+ +)*openid( +\S+)*$/, 'use words separated by spaces, including openid')
      .default('openid email profile'),
    DEMO: flag.optional(),
    RATE_LIMITS: flag.default('on'),
    LINK_PREVIEWS: flag.optional(),
    TRUST_PROXY: z
      .string()
      .default('off')
      .refine(
        (value) => parseTrustedProxies(value) !== undefined,
        'use off, on, the number of proxies (1 to 10), or addresses and networks such as 10.0.0.0/8,192.0.2.7',
      ),
    METRICS_TOKEN: z.string().min(16, 'use at least 16 characters').optional(),
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
        error: 'use fatal, error, warn, info, debug, trace or silent',
      })
      .optional(),
  })
  .superRefine((env, context) => {
    if (env.S3_BUCKET) {
      for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const) {
        if (!env[name])
          context.addIssue({ code: 'custom', path: [name], message: 'needed when S3_BUCKET is set' });
      }
    }
    if (env.DATABASE_DIRECT_URL && !env.DATABASE_URL) {
      context.addIssue({
        code: 'custom',
        path: ['DATABASE_URL'],
        message: 'needed when DATABASE_DIRECT_URL is set: the address of the pooler',
      });
    }
    const oidc = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
    for (const name of oidc.some((other) => env[other]) ? oidc : []) {
      if (env[name]) continue;
      const message = `needed when one of ${oidc.join(', ')} is set`;
      context.addIssue({ code: 'custom', path: [name], message });
    }
    if (env.NODE_ENV === 'production' && !env.PUBLIC_URL) {
      context.addIssue({
        code: 'custom',
        path: ['PUBLIC_URL'],
        message: 'needed in production: the address people open, such as https://community.example',
      });
    }
  });

/** Secrets are sent to the issuer, so it must use https, except on this machine. */
function isIssuer(value: string): boolean {
  const url = URL.parse(value);
  if (!url || url.search || url.hash || url.username || url.password) return false;
  if (url.protocol === 'https:') return true;
  return url.protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
}

/** The names of all settings. */
export const settingNames = Object.keys(environmentSchema.shape);

type Role = 'web' | 'live' | 'jobs';

/** The validated settings of a server process. URLs have no trailing slash. */
export interface Config {
  environment: 'production' | 'development' | 'test';
  roles: ReadonlySet<Role>;
  port: number;
  host: string;
  /** Absolute path. */
  dataDir: string;
  databaseUrl: string | null;
  /** The database without a pooler, for what needs a session: listening and migrating. Null if `databaseUrl` has none. */
  databaseDirectUrl: string | null;
  databasePool: number;
  /** The NATS server that carries live events between processes; null to carry them with PostgreSQL. */
  natsUrl: string | null;
  /** The URL that users open; null means the address the server listens on. */
  publicUrl: string | null;
  brandName: string;
  sessionSecret: string | null;
  smtpUrl: string | null;
  mailFrom: string;
  /** The operator's email address; null if not set. */
  supportEmail: string | null;
  requireEmailConfirmation: boolean;
  s3: {
    endpoint: string | null;
    region: string;
    bucket: string;
    accessKeyId: string;
    secretAccessKey: string;
  } | null;
  /** Maximum bytes of one user's uploads that are unused or belong to no space. */
  unusedUploadsLimit: number;
  /** Maximum bytes of one user's files for chat. */
  chatStorageLimit: number;
  /** Maximum bytes of all files of one space; null for no limit. */
  spaceStorageLimit: number | null;
  /** Maximum bytes of one video of a course. */
  videoSizeLimit: number;
  /** The program that encodes videos in other sizes: a path or a name that is searched; null if videos stay as they are. */
  ffmpegPath: string | null;
  /** Bytes that uploads leave free on the disk of `dataDir`. Ignored if files are in a bucket. */
  freeDiskFloor: number;
  /** The OpenID Connect provider for login; `name` is the label of its button. */
  oidc: { issuer: string; clientId: string; clientSecret: string; name: string; scopes: string } | null;
  demo: boolean;
  rateLimits: boolean;
  /** Whether the server fetches the pages that posts link to. */
  linkPreviews: boolean;
  /** The proxies whose `X-Forwarded-For` is trusted. */
  trustedProxies: TrustedProxies;
  /** The bearer token required for `/metrics`; null allows only programs on this machine. */
  metricsToken: string | null;
  logLevel: string;
}

/** Invalid settings. `problems` has one line per setting, with its name and the allowed values. */
export class ConfigError extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(`These settings aren't valid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** Reads and validates the environment. Throws a `ConfigError` that lists all problems. */
export function loadConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => {
        const name = String(issue.path[0]);
        const value = /SECRET|KEY|URL|TOKEN/.test(name)
          ? ''
          : ` is '${String(given[name] ?? '').slice(0, 80)}'`;
        return `${name}${given[name] === undefined ? ' is missing' : value}: ${issue.message}`;
      }),
    );
  }
  const env = parsed.data;
  const production = env.NODE_ENV === 'production';
  const roles = env.ROLE.includes('all') ? (['web', 'live', 'jobs'] as Role[]) : (env.ROLE as Role[]);
  return {
    environment: env.NODE_ENV,
    roles: new Set(roles),
    port: env.PORT,
    host: env.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL ?? null,
    databaseDirectUrl: env.DATABASE_DIRECT_URL ?? null,
    databasePool: env.DATABASE_POOL,
    natsUrl: env.NATS_URL ?? null,
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    brandName: env.BRAND_NAME,
    sessionSecret: env.SESSION_SECRET ?? null,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM ?? `${env.BRAND_NAME} <no-reply@localhost>`,
    supportEmail: env.SUPPORT_EMAIL ?? null,
    requireEmailConfirmation: env.REQUIRE_EMAIL_CONFIRMATION
      ? env.REQUIRE_EMAIL_CONFIRMATION === 'on'
      : env.SMTP_URL !== undefined,
    s3: env.S3_BUCKET
      ? {
          endpoint: env.S3_ENDPOINT ?? null,
          region: env.S3_REGION,
          bucket: env.S3_BUCKET,
          accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
          secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
        }
      : null,
    unusedUploadsLimit: toBytes(env.UNUSED_UPLOADS_LIMIT),
    chatStorageLimit: toBytes(env.CHAT_STORAGE_LIMIT),
    spaceStorageLimit: env.SPACE_STORAGE_LIMIT === undefined ? null : toBytes(env.SPACE_STORAGE_LIMIT),
    videoSizeLimit: toBytes(env.VIDEO_SIZE_LIMIT),
    // Most videos of tests have no frames.
    ffmpegPath:
      env.FFMPEG_PATH === 'off' ? null : (env.FFMPEG_PATH ?? (env.NODE_ENV === 'test' ? null : 'ffmpeg')),
    freeDiskFloor: toBytes(env.FREE_DISK_FLOOR),
    oidc: env.OIDC_ISSUER
      ? {
          issuer: env.OIDC_ISSUER,
          clientId: env.OIDC_CLIENT_ID ?? '',
          clientSecret: env.OIDC_CLIENT_SECRET ?? '',
          name: env.OIDC_NAME,
          scopes: env.OIDC_SCOPES,
        }
      : null,
    demo: env.DEMO ? env.DEMO === 'on' : env.NODE_ENV === 'development',
    rateLimits: env.RATE_LIMITS === 'on',
    // Tests make no outgoing requests by default.
    linkPreviews: env.LINK_PREVIEWS ? env.LINK_PREVIEWS === 'on' : env.NODE_ENV !== 'test',
    trustedProxies: parseTrustedProxies(env.TRUST_PROXY) ?? null,
    metricsToken: env.METRICS_TOKEN ?? null,
    logLevel: env.LOG_LEVEL ?? { production: 'info', development: 'warn', test: 'silent' }[env.NODE_ENV],
  };
}
