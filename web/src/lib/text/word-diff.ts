/** A run of unchanged, added or removed text. */
export interface DiffPart {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Above this number of word pairs, sentences are compared instead of words. */
const maxWordPairs = 4_000_000;

const wordsOf = (text: string) => text.match(/\s*\S+/g) ?? [];
const sentencesOf = (text: string) => text.match(/\s*[^.!?\n]+[.!?\n]*/g) ?? [];

/** Compares two plain texts word by word, based on their longest common subsequence. */
export function diffWords(before: string, after: string): DiffPart[] {
  const [old, fresh] = [wordsOf(before), wordsOf(after)];
  if (old.length * fresh.length <= maxWordPairs) return diffPieces(old, fresh);
  return diffPieces(sentencesOf(before), sentencesOf(after));
}

function diffPieces(old: string[], fresh: string[]): DiffPart[] {
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start += 1;
  let end = 0;
  while (
    end < old.length - start &&
    end < fresh.length - start &&
    old[old.length - 1 - end] === fresh[fresh.length - 1 - end]
  ) {
    end += 1;
  }
  const parts: DiffPart[] = [];
  const add = (kind: DiffPart['kind'], pieces: string[]) => {
    if (pieces.length === 0) return;
    const last = parts.at(-1);
    if (last?.kind === kind) last.text += pieces.join('');
    else parts.push({ kind, text: pieces.join('') });
  };
  add('same', old.slice(0, start));
  for (const { kind, piece } of diffSteps(
    old.slice(start, old.length - end),
    fresh.slice(start, fresh.length - end),
  )) {
    add(kind, [piece]);
  }
  add('same', old.slice(old.length - end));
  return parts;
}

/** Returns the steps from one list to the other along their longest common subsequence. */
function diffSteps(old: string[], fresh: string[]): { kind: DiffPart['kind']; piece: string }[] {
  const width = fresh.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let column = fresh.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        old[row] === fresh[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const steps: { kind: DiffPart['kind']; piece: string }[] = [];
  let [row, column] = [0, 0];
  while (row < old.length || column < fresh.length) {
    const [oldPiece, newPiece] = [old[row], fresh[column]];
    if (oldPiece !== undefined && oldPiece === newPiece) {
      steps.push({ kind: 'same', piece: oldPiece });
      row += 1;
      column += 1;
    } else if (
      oldPiece !== undefined &&
      (newPiece === undefined || at(row + 1, column) >= at(row, column + 1))
    ) {
      steps.push({ kind: 'removed', piece: oldPiece });
      row += 1;
    } else {
      steps.push({ kind: 'added', piece: newPiece ?? '' });
      column += 1;
    }
  }
  return steps;
}
