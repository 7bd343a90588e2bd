/*
 * Voice messages play one at a time. When one has ended, the next unheard one of the conversation follows by itself.
 */
interface Player {
  play: () => void;
  pause: () => void;
  /** The element of the message, whose position says which one is next. */
  element: Element;
}

const players = new Set<Player>();
let current: Player | null = null;

/** Registers a player while its message is on screen; returns a function that unregisters it. */
export function registerPlayer(player: Player): () => void {
  players.add(player);
  return () => {
    players.delete(player);
    if (current === player) current = null;
  };
}

/** Pauses the player that is playing; call it when another one starts. */
export function startPlayer(player: Player): void {
  if (current !== player) current?.pause();
  current = player;
}

/** Starts the first player after the one that has ended. */
export function endPlayer(ended: Player): void {
  if (current === ended) current = null;
  const after = [...players].filter(
    ({ element }) =>
      (ended.element.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
  after
    .toSorted((a, b) =>
      (a.element.compareDocumentPosition(b.element) & Node.DOCUMENT_POSITION_FOLLOWING) === 0 ? 1 : -1,
    )[0]
    ?.play();
}
