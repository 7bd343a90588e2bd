import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import pg from 'pg';
import { migrate } from '#server/platform/db/migrate.ts';
import { startEmbeddedPostgres } from '#tools/postgres/postgres.ts';
import { bodies, titles, toExcerpt } from './prose.ts';

/** The spaces of the benchmark database, by their number of posts. */
export const spaceSizes = [1_000, 100_000, 1_000_000] as const;
export type SpaceSize = (typeof spaceSizes)[number];
export const subdomainOf = (posts: SpaceSize) => `bench-${posts}`;

export const memberCount = 500;
export const password = 'benchmark-password';
export const emailOf = (member: number) => `member-${member}@bench.example`;

/** Raise this when the generated data changes, so that existing databases are generated again. */
const version = 4;
export const databaseFolder = (dataDir: string) => join(dataDir, `postgres-${version}`);
const doneMarkerPath = (dataDir: string) => join(databaseFolder(dataDir), 'generated');

/** Generates the benchmark database, once; takes about two minutes. Does nothing when it exists. */
export async function ensureGenerated(dataDir: string, log: (line: string) => void): Promise<void> {
  if (existsSync(doneMarkerPath(dataDir))) return;
  const began = performance.now();
  log('Generating the benchmark database (once): spaces of 1,000, 100,000 and 1,000,000 posts ...');
  const postgres = await startEmbeddedPostgres({ dataDir: databaseFolder(dataDir), durable: false });
  try {
    await migrate(postgres.url);
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    try {
      await fill(client, log);
    } finally {
      await client.end();
    }
  } finally {
    await postgres.stop();
  }
  writeFileSync(doneMarkerPath(dataDir), '');
  log(`  done in ${((performance.now() - began) / 1000).toFixed(0)} s`);
}

async function fill(client: pg.Client, log: (line: string) => void): Promise<void> {
  // Removes the remains of an interrupted attempt.
  await client.query('truncate users, spaces, uploads cascade');
  // The generated data is consistent, so foreign key checks are skipped.
  await client.query(`set session_replication_role = replica; set synchronous_commit = off; set work_mem = '256MB';
    set maintenance_work_mem = '512MB'; select setseed(0.42)`);
  await client.query(
    `create temp table texts (n int primary key, title text, slug text, body text, excerpt text)`,
  );
  const rows = bodies.map((body, n) => {
    const title = titles[n % titles.length] ?? '';
    const slug = title.toLowerCase().replace(/[^a-z0-9]+/g, '-');
    return { n, title, slug, body, excerpt: toExcerpt(body) };
  });
  await client.query(
    `insert into texts select * from jsonb_to_recordset($1::jsonb) as t (n int, title text, slug text, body text, excerpt text)`,
    [JSON.stringify(rows)],
  );
  await client.query('analyze texts');
  await insertPeople(client);
  const indexes = await dropIndexes(client, ['posts']);
  for (const size of spaceSizes) {
    log(`  ${size.toLocaleString('en')} posts`);
    await insertSpace(client, size);
  }
  log('  indexes and statistics');
  for (const definition of indexes) await client.query(definition);
  await insertConversation(client);
  await client.query('vacuum (analyze)');
}

/** Drops the secondary indexes, which are faster to build afterwards. Returns the statements that create them. */
async function dropIndexes(client: pg.Client, tables: string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where schemaname = 'public' and tablename = any($1) and indexdef not like 'CREATE UNIQUE%'`,
    [tables],
  );
  for (const { name } of rows) await client.query(`drop index ${pg.escapeIdentifier(name)}`);
  return rows.map((row) => row.definition);
}

async function insertPeople(client: pg.Client): Promise<void> {
  // The server's own hash parameters, so that signing in costs the same here.
  const hashed = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  await client.query(
    `insert into users (id, email, email_verified, full_name, first_name, last_name, username, profile_url)
     select uuidv7(make_interval(secs => n - 40000000)), 'member-' || n || '@bench.example', true,
       first || ' ' || last, first, last, lower(first) || '-' || lower(last) || '-' || n,
       lower(first) || '-' || lower(last) || '-' || n
     from (
       select n, (array['Ada','Bela','Carla','Dmitri','Edith','Farah','Goran','Hanna','Imre','Jana'])[1 + n % 10] as first,
         (array['Abbott','Berger','Castillo','Dunne','Eriksen','Fontaine','Garcia'])[1 + n % 7] as last
       from generate_series(1, ${memberCount}) n) people`,
  );
  await client.query(
    `insert into accounts (id, user_id, account_id, provider_id, password)
     select uuidv7(), id, id::text, 'credential', $1 from users`,
    [hashed],
  );
  await client.query(
    'create temp table people as select id, row_number() over (order by id) - 1 as n from users',
  );
  await client.query('create unique index on people (n); analyze people');
}

async function insertSpace(client: pg.Client, size: SpaceSize): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `insert into spaces (id, name, subdomain, owner_id, member_count, description)
     select uuidv7(interval '-3 years'), $1, $2, (select id from people where n = 0), ${memberCount}, 'A space to measure'
     returning id`,
    [`Bench ${size}`, subdomainOf(size)],
  );
  const spaceId = rows[0]?.id;
  await client.query(
    `insert into space_members (id, space_id, user_id, role, joined_at)
     select uuidv7(), $1, id, case n when 0 then 'owner' else 'member' end, now() - make_interval(days => n::int)
     from people`,
    [spaceId],
  );
  // The sixth category is rare: few posts, all of them old.
  await client.query(
    `insert into space_categories (id, space_id, name, icon)
     select uuidv7(), $1, name, 'hash' from unnest(array['Questions','Show','Meta','Events','Gear','Archive']) name`,
    [spaceId],
  );
  await client.query(
    `create temp table categories on commit preserve rows as
     select id, row_number() over (order by id) - 1 as n from space_categories where space_id = '${spaceId}'`,
  );
  // About three years of posts in order; the last activity is some hours after the post.
  await client.query(
    `insert into posts (id, space_id, user_id, category_id, client_id, slug, title, body, excerpt, like_count,
       last_activity_at, created_at, updated_at)
     select uuidv7(at - now()), $1, people.id, categories.id, gen_random_uuid(), texts.slug || '-' || i, texts.title,
       texts.body, texts.excerpt, 0, at + make_interval(secs => h % 360000), at, at
     from (
       select i, now() - interval '5 days' - (${size} - i) * (interval '1000 days' / ${size}) as at,
         abs(hashint4(i)) as h from generate_series(1, ${size}) i) rolled
     join people on people.n = h % ${memberCount}
     join texts on texts.n = h / 7 % ${bodies.length}
     join categories on categories.n = case when i % (${size} / 50) = 1 and i < ${size} / 2 then 5 else h / 3 % 5 end
     order by i`,
    [spaceId],
  );
  await client.query('drop table categories');
}

/**
 * Adds likes and comments to the newest posts, one or two images to a tenth of all posts, and three pinned posts per
 * space.
 */
async function insertConversation(client: pg.Client): Promise<void> {
  await client.query('analyze posts');
  await client.query(
    `create temp table newest as
     select p.id, p.space_id, p.created_at, row_number() over (partition by p.space_id order by p.created_at desc) as n
     from posts p where p.created_at > now() - interval '1000 days'`,
  );
  await client.query(
    `insert into uploads (id, user_id, space_id, purpose, file_name, mime_type, byte_size, width, height, color, variants,
       attached_at)
     select uuidv7(), (select id from people where n = 0), newest.space_id, 'post', 'image-' || newest.n || '.jpg',
       'image/webp', 180000, 1600, 1067, '#7a8a6e',
       '[{"width":320,"height":213},{"width":640,"height":427},{"width":1280,"height":853},{"width":1600,"height":1067}]',
       now()
     from newest cross join generate_series(1, 2) twice where newest.n % 20 = 3 or (newest.n % 20 = 11 and twice = 1)`,
  );
  await client.query(
    `insert into post_attachments (post_id, upload_id, space_id, position)
     select post.id, file.id, post.space_id, (file.n - 1) % 2
     from (
       select id, space_id, row_number() over (partition by space_id order by n, twice) as n
       from newest cross join generate_series(1, 2) twice where n % 20 = 3 or (n % 20 = 11 and twice = 1)) post
     join (select id, space_id, row_number() over (partition by space_id order by id) as n from uploads) file
       using (space_id, n)
     on conflict do nothing`,
  );
  await client.query('delete from newest where n > 500');
  await client.query(
    `insert into reactions (target_kind, kind, target_id, user_id, space_id, created_at)
     select 'post', 'like', newest.id, people.id, newest.space_id, newest.created_at + interval '1 hour'
     from newest join people on (people.n + newest.n) % 60 = 0`,
  );
  await client.query(
    `insert into post_comments (id, space_id, post_id, user_id, client_id, thread_id, body, created_at)
     select id, space_id, post_id, user_id, gen_random_uuid(), id, '<p>' || excerpt || '</p>', at
     from (
       select uuidv7() as id, newest.space_id, newest.id as post_id, people.id as user_id, texts.excerpt,
         newest.created_at + make_interval(hours => k) as at
       from newest cross join generate_series(1, 5) k
       join people on people.n = (newest.n * 7 + k) % ${memberCount}
       join texts on texts.n = (newest.n * 11 + k) % ${bodies.length}) written`,
  );
  await client.query(
    `update posts p set like_count = (select count(*) from reactions l where l.target_id = p.id), comment_count = 5,
       commenter_ids = (select (array_agg(c.user_id order by c.id desc))[1:4] from post_comments c where c.post_id = p.id),
       last_comment_at = (select max(c.created_at) from post_comments c where c.post_id = p.id),
       pinned_at = case when newest.n in (20, 40, 60) then now() end
     from newest where newest.id = p.id`,
  );
  // The feed by likes.
  await client.query(
    `insert into post_ranks (post_id, space_id, category_id, like_count, created_at)
     select id, space_id, category_id, like_count, created_at from posts
     where deleted_at is null and pinned_at is null and post_type <> 'course_page'`,
  );
}
