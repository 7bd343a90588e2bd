import type { Space } from '#contract/features/spaces/spaces.ts';
import type { Account } from '#contract/users.ts';
import { hashSessionToken, newSessionToken } from '#server/platform/auth/session-token.ts';
import { newId } from '#server/platform/ids.ts';
import { storeCookies } from './client.ts';
import { newPerson, newSpace, type TestPerson } from './people.ts';
import type { TestServer } from './server.ts';
import { setRole } from './space-facts.ts';

/**
 * Inserts signed-in people by SQL, for tests that need many without hashing a password for each. They have no password
 * and cannot sign in again.
 */
export async function newPeopleBySql(
  server: TestServer,
  count: number,
  firstName = 'Many',
): Promise<TestPerson[]> {
  const accounts = Array.from({ length: count }, (): Account => {
    const id = newId();
    const name = `${firstName.toLowerCase()}-${id}`;
    return {
      id,
      email: `${name}@example.com`,
      email_verified: false,
      full_name: `${firstName} Tester`,
      first_name: firstName,
      last_name: 'Tester',
      username: name,
      profile_url: name,
      avatar_url: null,
      bio: null,
      role: 'member',
      time_zone: 'UTC',
      time_zone_automatic: true,
    };
  });
  const now = Date.now();
  const expires = Math.floor(now / 1000) + 3600;
  const tokens = accounts.map(newSessionToken);
  const sessions = accounts.map((account, index) => ({
    id: newId(),
    user_id: account.id,
    token_hash: hashSessionToken(tokens[index] ?? ''),
    expires_at: new Date(expires * 1000).toISOString(),
  }));
  await server.db.insertInto('users').values(accounts).execute();
  await server.db.insertInto('sessions').values(sessions).execute();
  return accounts.map((user, index) => {
    const client = server.client();
    const token = tokens[index] ?? '';
    storeCookies(client.cookies, server.running.platform.cookies.write(token, user.id, expires, now));
    return Object.assign(client, { user, password: '' });
  });
}

/** Inserts one such person. */
export async function newPersonBySql(server: TestServer, firstName?: string): Promise<TestPerson> {
  const [person] = await newPeopleBySql(server, 1, firstName);
  if (!person) throw new Error('no person was created');
  return person;
}

/** A space with one person of each role, and two plain members. */
export interface Community {
  owner: TestPerson;
  admin: TestPerson;
  author: TestPerson;
  reader: TestPerson;
  space: Space;
  /** Adds another person with a role. */
  newOf: (role: 'admin' | 'member', firstName?: string) => Promise<TestPerson>;
}

/** Creates a community: the owner by requests, everyone else by SQL. */
export async function newCommunity(
  server: TestServer,
  options: { is_private?: boolean } = {},
): Promise<Community> {
  const owner = await newPerson(server);
  const space = await newSpace(owner, options);
  const newOf: Community['newOf'] = async (role, firstName) => {
    const person = await newPersonBySql(server, firstName);
    await setRole(server, space.id, person.user.id, role);
    return person;
  };
  const admin = await newOf('admin', 'Adi');
  const author = await newOf('member', 'Ann');
  const reader = await newOf('member', 'Rea');
  return { owner, admin, author, reader, space, newOf };
}
