/** The list of who liked something; its scripts come when it is asked for. */
export const loadLikersDialog = async () => ({ default: (await import('./likers-dialog.tsx')).LikersDialog });
