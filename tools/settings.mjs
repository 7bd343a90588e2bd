/*
 * The explanations of all settings, for `--help` and for checking flags. `server/src/platform/config.ts` reads and
 * validates them; a test compares this list, that schema and `.env.example`.
 * A setting marked `secret` has no flag, because other users of the machine can read command lines.
 */
export const settings = [
  {
    name: 'NODE_ENV',
    meaning: 'the environment: production, development or test',
    default: 'development',
  },
  {
    name: 'ROLE',
    meaning:
      'the roles of this process: all, or a list of web, live and jobs (separate processes need the same DATABASE_URL)',
    default: 'all',
  },
  { name: 'PORT', meaning: 'port to listen on; 0 chooses a free one', default: '3000' },
  {
    name: 'HOST',
    meaning: 'address to listen on',
    default: '127.0.0.1, in production 0.0.0.0',
  },
  {
    name: 'DATA_DIR',
    meaning: 'folder for the database, uploaded files and generated secrets',
    default: './data',
  },
  {
    name: 'DATABASE_URL',
    meaning: 'URL of an external PostgreSQL (15 or newer), such as postgres://user:password@host:5432/hearth',
    default: 'the embedded PostgreSQL, stored in DATA_DIR',
    secret: true,
  },
  {
    name: 'DATABASE_DIRECT_URL',
    meaning: 'the same database without the connection pooler that DATABASE_URL names; only with a pooler',
    default: 'DATABASE_URL',
    secret: true,
  },
  {
    name: 'DATABASE_POOL',
    meaning: 'maximum number of database connections per process, 2 to 200',
    default: '4 for each processor core, from 10 to 20',
  },
  {
    name: 'NATS_URL',
    meaning:
      'NATS server that carries live events between processes, such as nats://user:password@host:4222 (all processes need the same)',
    default: 'none: PostgreSQL carries them',
    secret: true,
  },
  {
    name: 'PUBLIC_URL',
    meaning: 'the URL that users open, such as https://community.example; required in production',
    default: 'the address it listens on',
  },
  { name: 'BRAND_NAME', meaning: 'the name shown on pages and in emails', default: 'Hearth' },
  {
    name: 'SESSION_SECRET',
    meaning: 'key that signs sessions, at least 32 characters',
    default: 'created on the first start and stored in DATA_DIR',
    secret: true,
  },
  {
    name: 'SMTP_URL',
    meaning: 'mail server, such as smtps://user:password@mail.example:465',
    default: 'none: emails go to the local mailbox, shown at /dev/mail in development',
    secret: true,
  },
  { name: 'MAIL_FROM', meaning: 'sender of all emails', default: 'BRAND_NAME <no-reply@localhost>' },
  {
    name: 'SUPPORT_EMAIL',
    meaning: 'your email address, for reports that no moderator of the space can review',
    default: 'none: such reports are only logged',
  },
  {
    name: 'REQUIRE_EMAIL_CONFIRMATION',
    meaning:
      'on or off: new people must confirm their address first. Unconfirmed addresses never get notification emails',
    default: 'on when SMTP_URL is set',
  },
  { name: 'S3_ENDPOINT', meaning: 'URL of an S3-compatible storage', default: "Amazon's own" },
  { name: 'S3_REGION', meaning: 'region of the storage', default: 'us-east-1' },
  { name: 'S3_BUCKET', meaning: 'bucket for uploaded files', default: 'none: files are stored in DATA_DIR' },
  {
    name: 'S3_ACCESS_KEY_ID',
    meaning: 'access key of the storage, required with S3_BUCKET',
    default: 'none',
    secret: true,
  },
  {
    name: 'S3_SECRET_ACCESS_KEY',
    meaning: 'secret of the access key, required with S3_BUCKET',
    default: 'none',
    secret: true,
  },
  {
    name: 'UNUSED_UPLOADS_LIMIT',
    meaning: 'limit for files that a user uploads without posting them, such as 500 MB',
    default: '500 MB',
  },
  {
    name: 'CHAT_STORAGE_LIMIT',
    meaning: 'limit for all files that a user sends in chat, such as 5 GB',
    default: '5 GB',
  },
  {
    name: 'SPACE_STORAGE_LIMIT',
    meaning: 'limit for all files of one space, such as 20 GB',
    default: 'no limit',
  },
  {
    name: 'VIDEO_SIZE_LIMIT',
    meaning: 'size of the largest video that can be uploaded to a course, such as 2 GB',
    default: '100 MB',
  },
  {
    name: 'FFMPEG_PATH',
    meaning:
      'path of ffmpeg, with ffprobe beside it, which encodes videos of courses in smaller sizes; off for none',
    default: 'ffmpeg, if it is installed',
  },
  {
    name: 'FREE_DISK_FLOOR',
    meaning: 'disk space that uploads leave free, such as 1 GB (ignored with S3_BUCKET)',
    default: '1 GB',
  },
  {
    name: 'OIDC_ISSUER',
    meaning: 'issuer of an OpenID Connect provider for login, such as https://login.example',
    default: 'none: email and password only',
  },
  {
    name: 'OIDC_CLIENT_ID',
    meaning: 'client id of this server at the provider, required with OIDC_ISSUER',
    default: 'none',
  },
  {
    name: 'OIDC_CLIENT_SECRET',
    meaning: 'client secret, required with OIDC_ISSUER',
    default: 'none',
    secret: true,
  },
  {
    name: 'OIDC_NAME',
    meaning: 'label of the login button of the provider',
    default: 'Single sign-on',
  },
  {
    name: 'OIDC_SCOPES',
    meaning: 'scopes requested from the provider',
    default: 'openid email profile',
  },
  {
    name: 'DEMO',
    meaning: 'on or off: fill an empty database with demo spaces',
    default: 'on in development, off otherwise',
  },
  {
    name: 'RATE_LIMITS',
    meaning: 'on or off: limit requests, writes and login attempts',
    default: 'on',
  },
  {
    name: 'LINK_PREVIEWS',
    meaning: 'on or off: fetch the pages that posts link to, for their title and image',
    default: 'on',
  },
  {
    name: 'TRUST_PROXY',
    meaning:
      'proxies whose X-Forwarded-For is trusted: off, on (private networks), the number of proxies in a row, or a list of networks',
    default: 'off',
  },
  {
    name: 'METRICS_TOKEN',
    meaning: 'bearer token required for /metrics, at least 16 characters',
    default: 'none: only programs on this machine can read /metrics',
    secret: true,
  },
  {
    name: 'LOG_LEVEL',
    meaning: 'fatal, error, warn, info, debug, trace or silent',
    default: 'info in production, warn in development, silent in tests',
  },
];

/** Returns the flag of a setting: DATA_DIR -> --data-dir. */
export const flagOf = (setting) => `--${setting.name.toLowerCase().replaceAll('_', '-')}`;
