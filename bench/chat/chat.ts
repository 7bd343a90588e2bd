import { setTimeout as pause } from 'node:timers/promises';
import { type BareServer, startBareSocketIo } from '../bare/bare-socket-io.ts';
import type { BenchOptions } from '../options.ts';
import { startChild } from '../processes/child.ts';
import { now } from '../processes/now.ts';
import { postgresTime } from '../processes/postgres-time.ts';
import { RawHttp } from '../processes/raw-http.ts';
import type { SocketsChild } from '../processes/sockets-child.ts';
import { describeMachine, figure, median, percentile, printTable, verdict } from '../results.ts';
import { type RunningHearth, startHearth } from '../setup/bench-database.ts';
import { type ChatDatabase, groupCount, openChatDatabase, sizes } from './chat-database.ts';

const sockets = 200;
/** Messages sent one after another while latency is measured, and the milliseconds between them. */
const pacedMessages = 60;
const pace = 40;
/** Messages a second while throughput is measured. */
const rate = 500;
/** Messages that are sent at the same time while their processor time is measured, and how many in all. */
const atOnce = 32;
const counted = 2_000;
/** Requests to each size, alternating. */
const turns = 60;
const flat = 1.3;

interface Sender {
  url: string;
  cookies: string[];
  /** One connection for each group, as if one person wrote in each of them. */
  http: RawHttp;
}

/** Sends a message and returns its number in the conversation. */
async function send(
  { http, cookies }: Sender,
  conversationId: string,
  content: string,
  clientId: string = crypto.randomUUID(),
): Promise<number> {
  const cookie = cookies[Math.floor(Math.random() * cookies.length)] ?? '';
  const path = `/api/chat/conversations/${conversationId}/messages`;
  const { status, body } = await http.post(path, cookie, JSON.stringify({ client_id: clientId, content }));
  if (status >= 300) throw new Error(`A message was refused: ${status} ${body}`);
  return (JSON.parse(body) as { message: { seq: number } }).message.seq;
}

/** The minimum of sending a message, in one transaction: its row, its conversation, its event. Returns its milliseconds. */
async function bareTransaction({ client }: ChatDatabase, conversationId: string): Promise<number> {
  const began = now();
  await client.query('begin');
  const { rows } = await client.query<{ last_seq: number }>(
    `update chat_conversations set last_seq = last_seq + 1, activity_at = now() where id = $1 returning last_seq`,
    [conversationId],
  );
  await client.query(
    `insert into chat_messages (id, conversation_id, seq, sender_id, kind, content, created_at)
     select gen_random_uuid(), $1, $2, created_by, 'text', 'How long does this take?', now()
     from chat_conversations where id = $1`,
    [conversationId, rows[0]?.last_seq],
  );
  await client.query(
    `insert into bench_events (channel, payload) values ('conversation:' || $1::text, '{"content": "How long"}')`,
    [conversationId],
  );
  await client.query('commit');
  return now() - began;
}

/** Measures the milliseconds until a message is acknowledged, and until the last of the sockets has it. */
async function measureLatency(
  options: BenchOptions,
  sender: Sender,
  bare: BareServer,
  database: ChatDatabase,
): Promise<string[][]> {
  const [conversationId = '', bareConversationId = ''] = await database.conversations('throughput');
  const transaction: number[] = [];
  const open = { path: '/live', cookie: sender.cookies[0] ?? '', count: sockets };
  const receivers = startChild<SocketsChild>('sockets-child.ts');
  const bareReceivers = startChild<SocketsChild>('sockets-child.ts');
  const acknowledged: number[] = [];
  const received: number[] = [];
  const limit: number[] = [];
  try {
    await receivers.call('open', { ...open, url: sender.url, channel: `conversation:${conversationId}` });
    await bareReceivers.call('open', { ...open, url: bare.url, channel: 'bench' });
    for (let round = 0; round <= options.rounds; round++)
      for (let n = 0; n < pacedMessages; n++) {
        const began = now();
        const arrival = receivers.call('nextComplete', undefined);
        await send(sender, conversationId, 'How long does this take?');
        const at = now();
        const arrivedAt = await arrival;
        const bareArrival = bareReceivers.call('nextComplete', undefined);
        const bareBegan = now();
        bare.emit('bench', {
          seq: 1,
          type: 'message.created',
          payload: { content: 'How long does this take?' },
        });
        const bareAt = await bareArrival;
        if (round > 0) {
          acknowledged.push(at - began);
          received.push(arrivedAt - began);
          limit.push(bareAt - bareBegan);
        }
        const took = await bareTransaction(database, bareConversationId);
        if (round > 0) transaction.push(took);
        await pause(Math.max(0, pace - (now() - began)));
      }
  } finally {
    await Promise.all([receivers.stop(), bareReceivers.stop()]);
  }
  const row = (label: string, values: number[], goals: [number, number] | null) => [
    label,
    figure(median(values)),
    figure(percentile(values, 0.99)),
    goals ? `${goals[0]} / ${goals[1]}` : '',
    goals ? verdict(median(values) <= goals[0] && percentile(values, 0.99) <= goals[1]) : '',
  ];
  return [
    row('send to acknowledgement', acknowledged, [10, 40]),
    row(`send to receipt by the last of ${sockets} sockets`, received, [5, 20]),
    row('bare transaction', transaction, null),
    row('bare Socket.IO, emit to receipt', limit, null),
  ];
}

/** Sends `rate` messages a second over many conversations, and checks that each arrived once, in order. */
async function measureThroughput(
  options: BenchOptions,
  sender: Sender,
  database: ChatDatabase,
): Promise<string[][]> {
  const conversations = await database.conversations('throughput');
  const seconds = Math.max(10, options.seconds * 3);
  const { rows: before } = await database.client.query<{ n: string }>(
    'select count(*) as n from chat_messages',
  );
  const latencies: number[] = [];
  const failures: unknown[] = [];
  const running = new Set<Promise<void>>();
  const began = now();
  for (let sent = 0; sent < seconds * rate; sent += 1) {
    const due = began + (sent * 1000) / rate;
    const wait = due - now();
    if (wait > 1) await pause(wait);
    const id = conversations[sent % conversations.length] ?? '';
    const at = now();
    const one: Promise<void> = send(sender, id, `Message ${sent}`)
      .then(() => void latencies.push(now() - at))
      .catch((error: unknown) => void failures.push(error))
      .finally(() => running.delete(one));
    running.add(one);
  }
  await Promise.all(running);
  const took = (now() - began) / 1000;
  const { rows: after } = await database.client.query<{ n: string; wrong: string }>(
    `select count(*) as n, (select count(*) from chat_conversations c where c.last_seq <>
       (select count(*) from chat_messages m where m.conversation_id = c.id) or exists (
         select from (select created_at, lag(created_at) over (order by seq) as earlier from chat_messages m
           where m.conversation_id = c.id) o where o.created_at < o.earlier)) as wrong from chat_messages`,
  );
  const stored = Number(after[0]?.n) - Number(before[0]?.n);
  const lost = latencies.length - stored;
  const reached = percentile(latencies, 0.99) < 100 && lost === 0 && after[0]?.wrong === '0';
  return [
    [
      `${figure(latencies.length / took)} messages a second over ${groupCount} conversations`,
      figure(median(latencies)),
      figure(percentile(latencies, 0.99)),
      `${failures.length} failed${failures[0] ? ` (${failures[0]})` : ''}, ${lost} lost, ${after[0]?.wrong} out of order`,
      verdict(reached),
    ],
  ];
}

/** Measures the processor time of a message, of the server, PostgreSQL and this process, while several are always under way. */
async function measureProcessorTime(
  { child }: RunningHearth,
  sender: Sender,
  database: ChatDatabase,
): Promise<string[]> {
  const conversations = await database.conversations('throughput');
  let sent = 0;
  const sendSome = async (until: number): Promise<void> => {
    while (sent < until) {
      sent += 1;
      await send(sender, conversations[sent % conversations.length] ?? '', `Message ${sent}`);
    }
  };
  const sendAll = (until: number) => Promise.all(Array.from({ length: atOnce }, () => sendSome(until)));
  await sendAll(counted / 4);
  const [began, server, postgres, own] = [
    now(),
    await child.call('usage', undefined),
    await postgresTime(database.client),
    process.cpuUsage(),
  ];
  await sendAll(counted / 4 + counted);
  const took = (now() - began) / 1000;
  const { user, system } = process.cpuUsage(own);
  const serverMs = ((await child.call('usage', undefined)).cpu - server.cpu) / 1000 / counted;
  const postgresMs = (((await postgresTime(database.client)) - postgres) * 1000) / counted;
  return [
    figure(counted / took),
    figure(serverMs),
    figure(postgresMs),
    figure((user + system) / 1000 / counted),
  ];
}

/** Measures requests to a small and a large conversation or list, one at a time, alternating. */
async function compare(label: string, calls: { url: string; cookie: string }[]): Promise<string[]> {
  const times = calls.map((): number[] => []);
  for (let turn = -10; turn < turns; turn++)
    for (const [index, { url, cookie }] of calls.entries()) {
      const began = performance.now();
      const response = await fetch(url, { headers: { cookie } });
      await response.text();
      if (!response.ok) throw new Error(`${label}: ${response.status}`);
      if (turn >= 0) times[index]?.push(performance.now() - began);
    }
  const [small = Number.NaN, large = Number.NaN] = times.map((values) => percentile(values, 0.25));
  return [label, figure(small), figure(large), (large / small).toFixed(2), verdict(large / small <= flat)];
}

async function measureSizes(hearth: RunningHearth, database: ChatDatabase): Promise<string[][]> {
  const cookie = await hearth.signIn(2);
  const ids = await Promise.all(sizes.messages.map((count) => database.conversations(`messages-${count}`)));
  const pages = (query: (count: number) => string) =>
    ids.map(([id], index) => ({
      url: `${hearth.url}/api/chat/conversations/${id}/messages?${query(sizes.messages[index] ?? 0)}`,
      cookie,
    }));
  const lists = await Promise.all([11, 12].map(async (n) => await hearth.signIn(n)));
  const list = (path: string) => lists.map((of) => ({ url: hearth.url + path, cookie: of }));
  const today = new Date(Date.now() - 600_000).toISOString().slice(0, 10);
  return [
    await compare(
      '100 and 100,000 messages: newest',
      pages(() => 'anchor=newest'),
    ),
    await compare(
      'in the middle',
      pages((count) => `anchor=seq:${count / 2}`),
    ),
    await compare(
      'first unread',
      pages(() => 'anchor=first_unread'),
    ),
    await compare(
      'a date',
      pages(() => `anchor=date:${today}`),
    ),
    await compare('20 and 2,000 conversations: first page', list('/api/chat/conversations')),
    await compare('the badge', list('/api/chat/unread')),
    await compare('the badge of unread ones', list('/api/chat/conversations?filter=unread')),
  ];
}

async function measureSearch(hearth: RunningHearth): Promise<string[][]> {
  const cookie = await hearth.signIn(2);
  const rows: string[][] = [];
  for (const [label, search] of [
    ['a rare word', 'quixotic'],
    ['a common word', 'water'],
    ['no match', 'zyzzyva'],
    ['two letters', 'qu'],
  ] as const) {
    const times: number[] = [];
    for (let turn = 0; turn < turns; turn++) {
      const began = performance.now();
      const response = await fetch(`${hearth.url}/api/chat/messages?search=${search}`, {
        headers: { cookie },
      });
      await response.text();
      if (!response.ok) throw new Error(`search: ${response.status}`);
      times.push(performance.now() - began);
    }
    rows.push([label, figure(median(times)), '50', verdict(median(times) <= 50)]);
  }
  return rows;
}

/** Sending, receiving, and reading messages. */
export async function benchChat(options: BenchOptions): Promise<void> {
  const machine = describeMachine();
  const database = await openChatDatabase(options.dataDir);
  const hearth = await startHearth(database.paths, options.port, { profileDir: options.profileDir });
  const bare = await startBareSocketIo(options.port + 1);
  const http = new RawHttp(hearth.url, groupCount);
  await database.client.query('create table if not exists bench_events (channel text, payload jsonb)');
  try {
    const cookies = await Promise.all(Array.from({ length: 10 }, (_, n) => hearth.signIn(n + 1)));
    const sender = { url: hearth.url, cookies, http };
    const latency = await measureLatency(options, sender, bare, database);
    printTable('A message, one at a time (ms)', ['', 'median', '99 %', 'goal', 'reached'], latency);
    printTable(
      'Many messages (ms to the acknowledgement)',
      ['', 'median', '99 %', '', 'reached'],
      await measureThroughput(options, sender, database),
    );
    printTable(
      `${atOnce} messages at a time (ms of processor time for each)`,
      ['a second', 'server', 'PostgreSQL', 'load generator'],
      [await measureProcessorTime(hearth, sender, database)],
    );
    printTable(
      `Small and large (ms, first quartile; goal: ${flat} times)`,
      ['', 'small', 'large', 'ratio', 'reached'],
      await measureSizes(hearth, database),
    );
    printTable(
      'Search in 100,000 messages (ms, median)',
      ['', 'Hearth', 'goal', 'reached'],
      await measureSearch(hearth),
    );
    process.stdout.write(`\n${machine}\n`);
  } finally {
    http.close();
    await bare.stop();
    await hearth.stop();
    await database.stop();
  }
}
