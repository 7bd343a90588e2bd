/** The catalog of messages, by key. */
export type MessageCatalog = Readonly<Record<string, { defaultMessage: string }>>;

/** Returns the texts that no message of the catalog has, in their order. The comparison is exact. */
export function findLostTexts(texts: readonly string[], catalog: MessageCatalog): string[] {
  const known = new Set(Object.values(catalog).map(({ defaultMessage }) => defaultMessage));
  return texts.filter((text) => !known.has(text));
}
