/** Name of the window event that says which conversation the address shows; its detail is `{slug}`, null for the list. */
export const conversationUrlEvent = 'conversation-url-change';

/** Returns the ID of a slug; null if it can't be one. */
export function toConversationId(slug: string): string | null {
  const match = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(
    slug.toLowerCase(),
  );
  return match ? match.slice(1).join('-') : null;
}

let announced: string | null | undefined;

/** Notifies listeners that the address shows another conversation. The same one twice is announced once. */
export function announceConversationUrl(slug: string | null): void {
  if (slug === announced) return;
  announced = slug;
  window.dispatchEvent(new CustomEvent(conversationUrlEvent, { detail: { slug } }));
}
