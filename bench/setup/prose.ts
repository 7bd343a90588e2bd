/* Text of realistic length from a seeded generator. Only the number of bytes matters, not the content. */

const words =
  `the light falls across a quiet street and every window keeps its own small weather while we wait for film to dry
on the line near the kitchen where an old enlarger hums under red lamps because nobody wants to leave before the first print
appears in its tray slowly like a memory of something seen from a moving train between two towns without names`.split(
    /\s+/,
  );

/** Returns a generator of numbers from 0 up to 1. The same seed gives the same numbers. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const roll = dice(7);

function sentence(from: number, to: number): string {
  const length = from + Math.floor(roll() * (to - from));
  let text = '';
  while (text.length < length) text += `${text ? ' ' : ''}${words[Math.floor(roll() * words.length)]}`;
  text = text.slice(0, length).trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** 40 to 80 characters each. */
export const titles = Array.from({ length: 997 }, () => sentence(40, 80));

/** HTML of about 1 KB each. */
export const bodies = Array.from({ length: 2_000 }, () =>
  Array.from({ length: 4 }, () => `<p>${sentence(180, 300)}.</p>`).join(''),
);

/** Returns the plain text that a feed shows: 280 characters. */
export const toExcerpt = (body: string) =>
  `${body
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 279)}…`;
