/*
 * Every setting in a person's words, for `--help` and for checking flags. `server/src/platform/config.ts` is what
 * reads and checks them; a test holds this list, that schema and `.env.example` together.
 * A setting marked `secret` has no flag, because other people on the machine can read command lines.
 */
export const settings = [
  {
    name: 'NODE_ENV',
    meaning: 'what this is run for: production, development or test',
    default: 'development',
  },
  {
    name: 'ROLE',
    meaning:
      'what this process does: all, or a list of web, live and jobs (separate processes need one DATABASE_URL)',
    default: 'all',
  },
  { name: 'PORT', meaning: 'port to listen on; 0 picks a free one', default: '3000' },
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
    meaning: 'a PostgreSQL of your own (15 or newer), such as postgres://user:password@host:5432/hearth',
    default: 'the built-in PostgreSQL, kept in DATA_DIR',
    secret: true,
  },
  { name: 'DATABASE_POOL', meaning: 'most database connections of one process, 2 to 200', default: '20' },
  {
    name: 'PUBLIC_URL',
    meaning: 'the address people open, such as https://community.example; needed in production',
    default: 'the address it listens on',
  },
  { name: 'BRAND_NAME', meaning: 'the name shown in pages and mail', default: 'Hearth' },
  {
    name: 'SESSION_SECRET',
    meaning: 'key that signs sessions, at least 32 characters',
    default: 'made on the first start and kept in DATA_DIR',
    secret: true,
  },
  {
    name: 'SMTP_URL',
    meaning: 'mail server, such as smtps://user:password@mail.example:465',
    default: 'none: mail goes to the local mailbox, shown at /dev/mail in development',
    secret: true,
  },
  { name: 'MAIL_FROM', meaning: 'sender of all mail', default: 'BRAND_NAME <no-reply@localhost>' },
  {
    name: 'SUPPORT_EMAIL',
    meaning: 'your own address, for reports about an owner that no moderator of the space can review',
    default: 'none: such reports are in the log only',
  },
  {
    name: 'REQUIRE_EMAIL_CONFIRMATION',
    meaning:
      'on or off: new people must confirm their address first. Unconfirmed addresses never get notification emails',
    default: 'on when SMTP_URL is set',
  },
  { name: 'S3_ENDPOINT', meaning: 'address of an S3-compatible store', default: "Amazon's own" },
  { name: 'S3_REGION', meaning: 'region of the store', default: 'us-east-1' },
  { name: 'S3_BUCKET', meaning: 'bucket for uploaded files', default: 'none: files are kept in DATA_DIR' },
  {
    name: 'S3_ACCESS_KEY_ID',
    meaning: 'key of the store, needed with S3_BUCKET',
    default: 'none',
    secret: true,
  },
  {
    name: 'S3_SECRET_ACCESS_KEY',
    meaning: 'its secret, needed with S3_BUCKET',
    default: 'none',
    secret: true,
  },
  {
    name: 'UNUSED_UPLOADS_LIMIT',
    meaning: 'how much one person may upload without posting it, such as 500 MB',
    default: '500 MB',
  },
  {
    name: 'SPACE_STORAGE_LIMIT',
    meaning: 'how much all files of one space may take up, such as 20 GB',
    default: 'no limit',
  },
  {
    name: 'FREE_DISK_FLOOR',
    meaning: 'how much of the disk uploads leave free, such as 1 GB (does not count with S3_BUCKET)',
    default: '1 GB',
  },
  {
    name: 'OIDC_ISSUER',
    meaning: 'address of an OpenID Connect provider to sign in with, such as https://login.example',
    default: 'none: e-mail and password only',
  },
  {
    name: 'OIDC_CLIENT_ID',
    meaning: 'name by which the provider knows this server, needed with OIDC_ISSUER',
    default: 'none',
  },
  {
    name: 'OIDC_CLIENT_SECRET',
    meaning: 'its secret, needed with OIDC_ISSUER',
    default: 'none',
    secret: true,
  },
  {
    name: 'OIDC_NAME',
    meaning: 'text of the button that leads to the provider',
    default: 'Single sign-on',
  },
  {
    name: 'OIDC_SCOPES',
    meaning: 'what the provider is asked for',
    default: 'openid email profile',
  },
  {
    name: 'DEMO',
    meaning: 'on or off: fill an empty database with demo spaces',
    default: 'on in development, off otherwise',
  },
  {
    name: 'RATE_LIMITS',
    meaning: 'on or off: limit how often one person may write or try to sign in',
    default: 'on',
  },
  {
    name: 'LINK_PREVIEWS',
    meaning: 'on or off: read the pages that posts link to, for their title and picture',
    default: 'on',
  },
  {
    name: 'TRUST_PROXY',
    meaning:
      'proxies whose X-Forwarded-For is believed: off, on (those in private networks), how many in a row, or a list of networks',
    default: 'off',
  },
  {
    name: 'METRICS_TOKEN',
    meaning: 'what a program that reads /metrics must send as its bearer token, at least 16 characters',
    default: 'none: /metrics is only for programs on this machine',
    secret: true,
  },
  {
    name: 'LOG_LEVEL',
    meaning: 'fatal, error, warn, info, debug, trace or silent',
    default: 'info in production, warn in development, silent in tests',
  },
];

/** The flag that gives a setting: DATA_DIR -> --data-dir. */
export const flagOf = (setting) => `--${setting.name.toLowerCase().replaceAll('_', '-')}`;
