import { type Message, msg } from '#contract/i18n/translate.ts';
import { readLocal, writeLocal } from '#web/lib/cache/local-store.ts';

export type CommandGroup = 'my-spaces' | 'discover' | 'member' | 'page' | 'action';

/** What the palette shows next to the commands of a group. */
export const groupLabels: Record<CommandGroup, Message> = {
  'my-spaces': msg('Your spaces'),
  discover: msg('Discover'),
  member: msg('Member'),
  page: msg('Page'),
  action: msg('Action'),
};

/** An entry of the palette: something to do or to open. */
export interface PaletteCommand {
  /** Stable across visits; identifies recently chosen commands. */
  id: string;
  group: CommandGroup;
  label: string;
  note?: string;
  run: () => void;
}

const recentName = 'palette-recent';
/** Number of remembered choices, and of rows in a group. */
const maxRecent = 8;
const maxPerGroup = 6;

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

/** Returns the rows to show: recent choices first if nothing is typed; otherwise matches, best first. */
export function arrangeCommands(
  commands: readonly PaletteCommand[],
  typed: string,
  recent: readonly string[],
): PaletteCommand[] {
  const rankOf = new Map(recent.map((id, position) => [id, position]));
  const ranked = commands.flatMap((command, order) => {
    const rank = typed.trim() === '' ? 0 : matchRank(`${command.label} ${command.note ?? ''}`, typed);
    if (rank === null) return [];
    return [{ command, rank, recent: rankOf.get(command.id) ?? Number.POSITIVE_INFINITY, order }];
  });
  const byMatch = (a: (typeof ranked)[number], b: (typeof ranked)[number]) =>
    a.rank - b.rank || compare(a.recent, b.recent) || a.order - b.order;
  const shown = new Map<string, number>();
  return ranked
    .sort(typed.trim() === '' ? (a, b) => compare(a.recent, b.recent) || a.order - b.order : byMatch)
    .filter(({ command, recent: position }) => {
      const count = (shown.get(command.group) ?? 0) + 1;
      shown.set(command.group, count);
      return count <= maxPerGroup || position < maxRecent;
    })
    .map(({ command }) => command);
}

const compare = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1);

/** The user's recent choices in this browser, latest first. */
export function readRecent(userId: string | undefined): string[] {
  const stored = readLocal<{ user_id: string | null; ids: string[] }>(recentName);
  return stored && stored.user_id === (userId ?? null) ? stored.ids : [];
}

export function rememberChoice(userId: string | undefined, id: string): void {
  const ids = [id, ...readRecent(userId).filter((other) => other !== id)].slice(0, maxRecent);
  writeLocal(recentName, { user_id: userId ?? null, ids });
}
