import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import pg from 'pg';
import { markQuietAsCaughtUp } from '#server/features/chat/reading/mark-caught-up.job.ts';
import { createDatabase, createPool } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { startEmbeddedPostgres } from '#tools/postgres/postgres.ts';
import type { DataPaths } from '../setup/bench-database.ts';
import { emailOf, password } from '../setup/generate.ts';

/** Raise this when the generated data changes, so that existing databases are generated again. */
const version = 4;

/** Messages of the two conversations, and conversations of the two people, that are compared. */
export const sizes = { messages: [100, 100_000], conversations: [20, 2_000] } as const;
/** Groups that get messages at the same time, of people 1 to 10. */
export const groupCount = 100;

export interface ChatDatabase {
  paths: DataPaths;
  client: pg.Client;
  /** The conversations of a name, oldest first. */
  conversations(name: string): Promise<string[]>;
  stop(): Promise<void>;
}

const userOf = (n: number | string) => `(select id from users where username = 'person-' || ${n})`;

/** Creates groups of people 1 to 10 under a name, each with its messages, one every ten seconds. */
const insertGroups = (name: string, groups: number, messages: number) => `
  with made as (
    insert into chat_conversations (id, is_group, name, created_by, participant_count, last_seq, activity_at, created_at)
    select gen_random_uuid(), true, '${name}', ${userOf(1)}, 10, ${messages}, now(), now() + g * interval '1 millisecond'
    from generate_series(1, ${groups}) g returning id
  ), joined as (
    insert into chat_participants (conversation_id, user_id, joined_at, active_on, last_read_seq)
    select made.id, u.id, now(), current_date, ${messages} from made, users u
    where u.username in (select 'person-' || n from generate_series(1, 10) n)
  )
  insert into chat_messages (id, conversation_id, seq, sender_id, kind, content, search_text, created_at)
  select gen_random_uuid(), made.id, n, ${userOf('(1 + n % 10)')}, 'text', text, lower(text),
    now() - (${messages} - n) * interval '10 seconds'
  from made, generate_series(1, ${messages}) n, lateral (select 'Message number ' || n || ' about water and light'
    || case when n % 1000 = 7 then ' quixotic' else '' end as text) t`;

/** Gives a person direct conversations with as many others, each with 20 messages, one conversation active every hour. The latest
 * ones are unread. */
const insertDirect = (person: number, count: number) => `
  with made as (
    insert into chat_conversations (id, is_group, created_by, first_user_id, second_user_id, participant_count, last_seq,
      activity_at, created_at)
    select gen_random_uuid(), false, me.id, least(me.id, o.id), greatest(me.id, o.id), 2, 20, now() - n * interval '1 hour',
      now() - interval '1 year'
    from (select id from users where username = 'person-${person}') me,
      (select id, row_number() over (order by username) as n from users where username like 'other-%') o
    where n <= ${count} returning id, first_user_id, second_user_id, activity_at
  ), joined as (
    insert into chat_participants (conversation_id, user_id, joined_at, active_on, last_read_seq)
    select made.id, u.id, activity_at, (activity_at at time zone 'UTC')::date,
      case when activity_at > now() - interval '5 hours' then 17 else 20 end
    from made cross join lateral (values (first_user_id), (second_user_id)) u (id)
  )
  insert into chat_messages (id, conversation_id, seq, sender_id, kind, content, search_text, created_at)
  select gen_random_uuid(), made.id, n, case n % 2 when 0 then first_user_id else second_user_id end, 'text', 'Hello ' || n,
    'hello ' || n, activity_at - (20 - n) * interval '1 minute'
  from made, generate_series(1, 20) n`;

/** Does what a job does every night. */
async function markRead(databaseUrl: string): Promise<void> {
  const db = createDatabase(createPool(databaseUrl, 1));
  try {
    await markQuietAsCaughtUp(db);
  } finally {
    await db.destroy();
  }
}

async function fill(databaseUrl: string): Promise<void> {
  await migrate(databaseUrl);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const hashed = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    const people = (name: string, count: number) => `
      insert into users (id, email, email_verified, full_name, first_name, last_name, username, profile_url)
      select gen_random_uuid(), '${name}-' || n || '@bench.example', true, '${name} ' || n, '${name}', n::text,
        '${name}-' || n, '${name}-' || n from generate_series(1, ${count}) n`;
    await client.query('truncate users, uploads cascade');
    await client.query(people('person', 12));
    await client.query(people('other', 2_000));
    for (let n = 1; n <= 12; n += 1)
      await client.query(`update users set email = $1 where username = $2`, [emailOf(n), `person-${n}`]);
    await client.query(
      `insert into accounts (id, user_id, account_id, provider_id, password)
       select gen_random_uuid(), id, id::text, 'credential', $1 from users where username like 'person-%'`,
      [hashed],
    );
    await client.query(insertGroups('throughput', groupCount, 20));
    for (const count of sizes.messages) await client.query(insertGroups(`messages-${count}`, 1, count));
    for (const [index, count] of sizes.conversations.entries())
      await client.query(insertDirect(11 + index, count));
    await markRead(databaseUrl);
    await client.query('vacuum (analyze)');
  } finally {
    await client.end();
  }
}

/** Opens the database of the chat benchmark. It is generated once, and kept. */
export async function openChatDatabase(dataDir: string): Promise<ChatDatabase> {
  const folder = join(dataDir, `chat-${version}`);
  const done = join(folder, 'generated');
  const postgres = await startEmbeddedPostgres({ dataDir: folder });
  if (!existsSync(done)) {
    process.stdout.write('Generating a database of conversations (once) ...\n');
    await fill(postgres.url);
    writeFileSync(done, '');
  }
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  return {
    paths: { databaseUrl: postgres.url, dataDir: join(dataDir, 'chat') },
    client,
    async conversations(name) {
      const { rows } = await client.query<{ id: string }>(
        'select id from chat_conversations where name = $1 order by created_at, id',
        [name],
      );
      return rows.map(({ id }) => id);
    },
    async stop() {
      await client.end();
      await postgres.stop();
    },
  };
}
