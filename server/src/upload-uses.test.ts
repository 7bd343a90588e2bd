import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { sharedServer } from '#testing/server.ts';
import { features } from './app.ts';
import { collectUploadUses } from './platform/files/upload-uses.ts';

const server = sharedServer();

/** Drafts contain uploads before anything uses them; saving the draft again keeps them. */
const unattached = 'draft_uploads.upload_id';

describe('Uses of uploads', () => {
  const uses = collectUploadUses(features);

  it('are declared by one feature for each purpose', () => {
    const [first] = features.filter(({ uploads }) => uploads);
    const others = features.filter((feature) => feature !== first);
    expect(() => collectUploadUses(others)).toThrow('0 features declare how uploads for space_icon are used');
    expect(() => collectUploadUses([...features, ...features])).toThrow('2 features declare');
  });

  it('are declared for every column that refers to uploads', async () => {
    const { rows } = await sql<{ name: string }>`
      select t.relname || '.' || a.attname as name from pg_constraint c
      join pg_class t on t.oid = c.conrelid
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.confrelid = 'uploads'::regclass`.execute(server.db);
    const declared = uses.flatMap(({ columns }) => columns);
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...declared, unattached].toSorted());
  });
});
