/** The channel of what all participants of a conversation receive. */
export const conversationChannel = (conversationId: string) => `conversation:${conversationId}`;
