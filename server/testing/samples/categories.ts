import { addCategory } from '#server/features/spaces/index.ts';
import type { TestPerson } from '../people.ts';
import type { TestServer } from '../server.ts';

/** Adds a category to the feed of a space. Returns its id. */
export const newCategory = async (
  { db }: Pick<TestServer, 'db'>,
  { user }: TestPerson,
  space: { id: string },
  name: string,
): Promise<string> =>
  await addCategory(db, { user_id: user.id, role: 'member', session_id: '' }, space.id, { name, icon: '🏡' });
