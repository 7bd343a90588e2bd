type Leaving = () => Promise<unknown>;

const waiting = new Set<Leaving>();

/** Says what must be done before a person signs out, such as saving what they typed; answers how to take it back. */
export function onLeave(leaving: Leaving): () => void {
  waiting.add(leaving);
  return () => waiting.delete(leaving);
}

/** Does all of it; gives up after so many milliseconds. */
export async function runBeforeSignOut(within: number): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, within));
  await Promise.race([Promise.allSettled([...waiting].map((leaving) => leaving())), late]);
}
