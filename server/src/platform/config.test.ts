import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';

const oidc = {
  OIDC_ISSUER: 'https://login.example/realms/village/',
  OIDC_CLIENT_ID: 'hearth',
  OIDC_CLIENT_SECRET: 'a secret',
};

function problemsOf(environment: NodeJS.ProcessEnv): string[] {
  try {
    loadConfig({ ...environment });
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

describe('OIDC settings', () => {
  it('are null without an issuer, and default to a name and scopes with one', () => {
    expect(loadConfig({ OIDC_NAME: 'Only a name' }).oidc).toBeNull();
    expect(loadConfig(oidc).oidc).toEqual({
      issuer: 'https://login.example/realms/village/',
      clientId: 'hearth',
      clientSecret: 'a secret',
      name: 'Single sign-on',
      scopes: 'openid email profile',
    });
  });

  it.each(['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'])(
    'require %s if another one is set',
    (name) => {
      expect(problemsOf({ ...oidc, [name]: '' })).toEqual([
        `${name} is missing: needed when one of OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET is set`,
      ]);
    },
  );

  it.each([
    'http://login.example',
    'http://127.0.0.1.evil.example',
    'http://localhost.evil.example',
    'ftp://localhost',
    'login.example',
    'https://login.example/?realm=a',
    'https://login.example/#a',
    'https://user:secret@login.example',
  ])('reject the issuer %s', (issuer) => {
    expect(problemsOf({ ...oidc, OIDC_ISSUER: issuer })).toEqual([
      `OIDC_ISSUER is '${issuer}': use an address such as https://login.example`,
    ]);
  });

  it.each(['http://localhost:4000', 'http://127.0.0.1:4000/a', 'http://[::1]:4000'])(
    'accept the issuer %s on this machine',
    (issuer) => {
      expect(loadConfig({ ...oidc, OIDC_ISSUER: issuer }).oidc?.issuer).toBe(issuer);
    },
  );

  it('require openid among the scopes', () => {
    expect(problemsOf({ ...oidc, OIDC_SCOPES: 'email profile' })).toHaveLength(1);
    expect(problemsOf({ ...oidc, OIDC_SCOPES: 'email openidx' })).toHaveLength(1);
    expect(loadConfig({ ...oidc, OIDC_SCOPES: 'email openid groups' }).oidc?.scopes).toBe(
      'email openid groups',
    );
  });

  it('never reveal the secret in error messages', () => {
    expect(problemsOf({ ...oidc, OIDC_ISSUER: 'x' }).join()).not.toContain('a secret');
  });
});

describe('The address of a NATS server', () => {
  it('is optional, and starts with nats: or tls:', () => {
    expect(loadConfig({}).natsUrl).toBe(null);
    expect(loadConfig({ NATS_URL: 'tls://token@nats.example' }).natsUrl).toBe('tls://token@nats.example');
    for (const address of ['http://nats.example', 'nats.example:4222', 'nats://'])
      expect(problemsOf({ NATS_URL: address })).toHaveLength(1);
  });
});

describe('Size settings', () => {
  const limitsOf = (environment: NodeJS.ProcessEnv) => {
    const { unusedUploadsLimit, spaceStorageLimit, freeDiskFloor } = loadConfig(environment);
    return [unusedUploadsLimit, spaceStorageLimit, freeDiskFloor];
  };

  it('have defaults, and no limit per space', () => {
    expect(limitsOf({})).toEqual([500 * 1024 ** 2, null, 1024 ** 3]);
  });

  it('are parsed with their unit', () => {
    const given = { UNUSED_UPLOADS_LIMIT: '640KB', SPACE_STORAGE_LIMIT: '1.5 gb', FREE_DISK_FLOOR: '0 MB' };
    expect(limitsOf(given)).toEqual([640 * 1024, 1.5 * 1024 ** 3, 0]);
  });

  it.each(['lots', '500', '-1 MB', '1 PB', 'MB'])('reject the size %s', (SPACE_STORAGE_LIMIT) => {
    expect(() => loadConfig({ SPACE_STORAGE_LIMIT })).toThrow('use a size such as 500 MB or 20 GB');
  });
});

describe('DATABASE_DIRECT_URL', () => {
  const direct = 'postgres://hearth@db:5432/hearth';
  const pooler = 'postgres://hearth@pooler:6432/hearth';

  it('is for a database behind a pooler, so DATABASE_URL is needed too', () => {
    expect(problemsOf({ DATABASE_DIRECT_URL: direct })).toEqual([
      'DATABASE_URL is missing: needed when DATABASE_DIRECT_URL is set: the address of the pooler',
    ]);
    expect(loadConfig({ DATABASE_URL: pooler }).databaseDirectUrl).toBeNull();
    expect(loadConfig({ DATABASE_URL: pooler, DATABASE_DIRECT_URL: direct }).databaseDirectUrl).toBe(direct);
  });
});
