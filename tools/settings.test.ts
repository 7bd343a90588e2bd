import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { settingNames } from '#server/platform/config.ts';
import { settings } from './settings.mjs';

describe('Settings', () => {
  it('are all explained by --help', () => {
    expect(settings.map(({ name }) => name).sort()).toEqual([...settingNames].sort());
  });

  it('are all in .env.example with the same meaning and default', () => {
    const example = readFileSync(new URL('../.env.example', import.meta.url), 'utf8');
    const named = [...example.matchAll(/^#([A-Z0-9_]+)=/gm)].map((match) => match[1]);
    expect(named.sort()).toEqual([...settingNames].sort());
    for (const { meaning, default: value } of settings) {
      expect(example.toLowerCase()).toContain(`# ${meaning}.\n# default: ${value}.\n`.toLowerCase());
    }
  });
});
