import type { PostDetail } from '#contract/features/posts/posts.ts';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { addCategory } from '#server/features/spaces/index.ts';
import { newMember, newPerson, newPost, newSpace, type TestPerson } from './people.ts';
import type { TestServer } from './server.ts';
import { setRole } from './space-facts.ts';

/** Who and what a query about a space must not find. */
export interface Neighbors {
  /** Someone who left the space. */
  former: TestPerson;
  /** Someone who is banned from the space. */
  banned: TestPerson;
  /** A second category of the space. */
  category_id: string;
  /** Another space of the same owner, with an admin, a member and a post of its own. */
  other: { space: Space; admin: TestPerson; member: TestPerson; post: PostDetail };
}

/** Creates the neighbors of a public space, so that a query that loses a condition finds one of them. */
export async function newNeighbors(server: TestServer, owner: TestPerson, space: Space): Promise<Neighbors> {
  const former = await newMember(server, space, 'Former');
  const banned = await newMember(server, space, 'Banned');
  await former.call('leave_space', { space_id: space.id });
  await owner.call('ban_member', { space_id: space.id, user_id: banned.user.id });
  const viewer = { user_id: owner.user.id, role: owner.user.role, session_id: '' };
  const category_id = await addCategory(server.db, viewer, space.id, { name: 'Neighbors', icon: '🏡' });
  const next = await newSpace(owner);
  const admin = await newPerson(server, 'Neighbor');
  await setRole(server, next.id, admin.user.id, 'admin');
  const member = await newMember(server, next, 'Neighbor');
  const post = await newPost(member, next, { title: 'Next door' });
  return { former, banned, category_id, other: { space: next, admin, member, post } };
}
