import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import pg from 'pg';
import { migrate } from '#server/platform/db/migrate.ts';
import { startEmbeddedPostgres } from '#tools/postgres/postgres.ts';
import type { DataPaths } from './bench-database.ts';
import { emailOf, password } from './generate.ts';

/** The size of the two databases. The same requests are sent to both. */
export const crowds = {
  small: { spaces: 20, members: 100, mySpaces: 5 },
  large: { spaces: 2_000, members: 10_000, mySpaces: 60 },
} as const;
export type CrowdName = keyof typeof crowds;

/** Raise this when the generated data changes, so that existing databases are generated again. */
const version = 4;
export const crowdSubdomain = 'crowd';

export interface Crowds {
  /** The database URL, and the data folder of the server that uses it. */
  paths(name: CrowdName): DataPaths;
  client(name: CrowdName): pg.Client;
  stop(): Promise<void>;
}

const firstNames = ['Ada', 'Bela', 'Carla', 'Dmitri', 'Edith', 'Farah', 'Goran', 'Hanna', 'Imre', 'Jana'];
const lastNames = ['Abbott', 'Berger', 'Castillo', 'Dunne', 'Eriksen', 'Fontaine', 'Garcia'];
const list = (names: string[]) => `array[${names.map((word) => `'${word}'`).join(',')}]`;

/** Member 1 owns the large space. Member 2 is a member of it and of as many others as the crowd defines. */
async function fill(databaseUrl: string, name: CrowdName): Promise<void> {
  const { spaces, members, mySpaces } = crowds[name];
  await migrate(databaseUrl);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('truncate users, spaces, uploads cascade; select setseed(0.42)');
    const hashed = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    await client.query(
      `insert into users (id, email, email_verified, full_name, first_name, last_name, username, profile_url)
       select gen_random_uuid(), replace('${emailOf(0)}', '0', n::text), true, first || ' ' || last, first, last,
         lower(first) || '-' || lower(last) || '-' || n, lower(first) || '-' || lower(last) || '-' || n
       from (select n, (${list(firstNames)})[1 + n % ${firstNames.length}] as first,
         (${list(lastNames)})[1 + n % ${lastNames.length}] as last from generate_series(1, ${members}) n) people`,
    );
    // A person who is the only match of a search for their name, in both databases.
    await client.query(
      `update users set full_name = 'Zenobia Quist', username = 'zenobia-quist' where email = '${emailOf(50)}'`,
    );
    await client.query(
      `insert into accounts (id, user_id, account_id, provider_id, password)
       select gen_random_uuid(), id, id::text, 'credential', $1 from users`,
      [hashed],
    );
    await client.query(
      `insert into spaces (id, name, subdomain, owner_id, description, short_description, active_member_count, created_at,
         topic)
       select gen_random_uuid(), (${list(lastNames)})[1 + n % ${lastNames.length}] || ' community ' || n,
         case when n = 1 then '${crowdSubdomain}' else 'community-' || n end,
         (select id from users where email = '${emailOf(1)}'),
         'Where people of ' || (${list(firstNames)})[1 + n % ${firstNames.length}] || ' meet and talk about number ' || n,
         'A space to measure', (n * 7919) % 997, now() - make_interval(mins => n),
         case n % 2 when 0 then 'music' else 'tech' end
       from generate_series(1, ${spaces}) n`,
    );
    await client.query(`update spaces set name = 'Ornithology Quarterly' where subdomain = 'community-7'`);
    await client.query(
      `insert into space_members (id, space_id, user_id, role, joined_at)
       select gen_random_uuid(), s.id, u.id, case when u.id = s.owner_id then 'owner' else 'member' end,
         now() - random() * interval '300 days'
       from spaces s, users u where s.subdomain = '${crowdSubdomain}'`,
    );
    await client.query(
      `insert into space_members (id, space_id, user_id, role, joined_at)
       select gen_random_uuid(), s.id, u.id, 'member', now() - random() * interval '300 days'
       from users u, (select id from spaces where subdomain <> '${crowdSubdomain}' order by subdomain limit ${mySpaces - 1}) s
       where u.email = '${emailOf(2)}'`,
    );
    await client.query(
      `insert into member_points (space_id, user_id, is_member, is_ranked, joined_at)
       select space_id, user_id, true, role = 'member', joined_at from space_members`,
    );
    await client.query('vacuum (analyze)');
  } finally {
    await client.end();
  }
}

/** Opens both databases in one PostgreSQL. They are generated once, in about a minute, and kept. */
export async function openCrowds(dataDir: string): Promise<Crowds> {
  const folder = join(dataDir, `crowds-${version}`);
  const done = join(folder, 'generated');
  const postgres = await startEmbeddedPostgres({ dataDir: folder });
  const databaseUrl = (name: CrowdName) => {
    const url = new URL(postgres.url);
    url.pathname = `/crowd_${name}`;
    return url.href;
  };
  const names = Object.keys(crowds) as CrowdName[];
  if (!existsSync(done)) {
    process.stdout.write('Generating two databases of spaces and members (once) ...\n');
    const maintenance = new pg.Client({ connectionString: postgres.url });
    await maintenance.connect();
    for (const name of names) {
      await maintenance.query(`drop database if exists crowd_${name} with (force)`);
      await maintenance.query(`create database crowd_${name}`);
    }
    await maintenance.end();
    for (const name of names) await fill(databaseUrl(name), name);
    writeFileSync(done, '');
  }
  const clients = new Map<CrowdName, pg.Client>();
  for (const name of names) {
    const client = new pg.Client({ connectionString: databaseUrl(name) });
    await client.connect();
    clients.set(name, client);
  }
  return {
    paths: (name) => ({ databaseUrl: databaseUrl(name), dataDir: join(dataDir, `crowd-${name}`) }),
    client(name) {
      const client = clients.get(name);
      if (!client) throw new Error(`There is no crowd ${name}`);
      return client;
    },
    async stop() {
      for (const client of clients.values()) await client.end();
      await postgres.stop();
    },
  };
}
