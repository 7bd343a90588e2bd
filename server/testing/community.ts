import type { Space } from '#contract/features/spaces/spaces.ts';
import { newPerson, newSpace, type TestPerson } from './people.ts';
import { newPersonBySql } from './people-by-sql.ts';
import type { TestServer } from './server.ts';
import { setRole } from './space-facts.ts';

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
