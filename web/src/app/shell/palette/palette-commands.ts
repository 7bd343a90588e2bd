import type { ReactNode } from 'react';
import { type Message, msg } from '#contract/i18n/translate.ts';
import { readLocal, writeLocal } from '#web/lib/cache/local-store.ts';

/** The groups with their headings, in the order in which they are shown. */
export const groupLabels = {
  recent: msg('Recent'),
  page: msg('Pages'),
  space: msg('Spaces'),
  member: msg('Members'),
  course: msg('Classroom'),
  action: msg('Actions'),
} satisfies Record<string, Message>;
export type GroupName = keyof typeof groupLabels;

/** An entry of the palette: something to do or to open. */
export interface PaletteCommand {
  /** Stable across visits; identifies recently chosen commands. */
  id: string;
  group: Exclude<GroupName, 'recent'>;
  label: string;
  note?: string;
  /** The server found it, also if neither label nor note contains what is typed: its text does. */
  isFound?: boolean;
  icon?: ReactNode;
  /** The keys that do the same without the palette, one after the other. */
  shortcut?: readonly string[] | undefined;
  run: () => void;
}

/** A group of the palette with its rows. */
export interface PaletteGroup {
  name: GroupName;
  commands: PaletteCommand[];
}

const recentName = 'palette-recent';
/** Number of remembered choices, of those that are shown, and of spaces, members, and courses with their pages. */
const maxRecent = 8;
const maxShownRecent = 4;
const maxPerGroup = 6;
const limited: readonly GroupName[] = ['space', 'member', 'course'];
/** The rank of what only contains what is typed in its text. */
const textRank = 3;

const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();

/** 0 for a match at the start, 1 at the start of a word, 2 anywhere; null if a typed word is missing. */
export function matchRank(label: string, typed: string): number | null {
  const [text, copy] = [fold(label), fold(typed).trim().split(/\s+/)];
  let worst = 0;
  for (const word of copy) {
    const at = text.indexOf(word);
    if (at === -1) return null;
    const isWordStart =
      at === 0 ||
      new RegExp(`(?:^|[^\\p{L}\\p{N}])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`, 'u').test(text);
    worst = Math.max(worst, at === 0 ? 0 : isWordStart ? 1 : 2);
  }
  return worst;
}

/**
 * Returns the groups to show. If nothing is typed: recent choices, then the rest in their own order. Otherwise the
 * matches, the group with the best match first; recent choices are first among equal matches.
 */
export function arrangeCommands(
  commands: readonly PaletteCommand[],
  typed: string,
  recent: readonly string[],
): PaletteGroup[] {
  const names = Object.keys(groupLabels) as GroupName[];
  const toGroup = (name: GroupName, members: PaletteCommand[]) => ({
    name,
    commands: limited.includes(name) ? members.slice(0, maxPerGroup) : members,
  });
  if (typed.trim() === '') {
    const known = new Map(commands.map((command) => [command.id, command]));
    const chosen = recent.flatMap((id) => known.get(id) ?? []).slice(0, maxShownRecent);
    const others = commands.filter((command) => !chosen.includes(command));
    return names
      .map((name) => toGroup(name, name === 'recent' ? chosen : others.filter(({ group }) => group === name)))
      .filter((group) => group.commands.length > 0);
  }
  const orderOf = (id: string) => (recent.includes(id) ? recent.indexOf(id) : recent.length);
  const matches = commands
    .flatMap((command) => {
      const rank =
        matchRank(`${command.label} ${command.note ?? ''}`, typed) ?? (command.isFound ? textRank : null);
      return rank === null ? [] : [{ command, rank }];
    })
    .sort((a, b) => a.rank - b.rank || orderOf(a.command.id) - orderOf(b.command.id));
  // Groups in the order of their best match.
  return [...new Set(matches.map(({ command }) => command.group))].map((name) =>
    toGroup(
      name,
      matches.flatMap(({ command }) => (command.group === name ? [command] : [])),
    ),
  );
}

/** The user's recent choices in this browser, latest first. */
export function readRecent(userId: string | undefined): string[] {
  const stored = readLocal<{ user_id: string | null; ids: string[] }>(recentName);
  return stored && stored.user_id === (userId ?? null) ? stored.ids : [];
}

export function rememberChoice(userId: string | undefined, id: string): void {
  const ids = [id, ...readRecent(userId).filter((other) => other !== id)].slice(0, maxRecent);
  writeLocal(recentName, { user_id: userId ?? null, ids });
}
