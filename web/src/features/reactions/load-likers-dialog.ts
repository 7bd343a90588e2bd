/** Loads the dialog on first use. */
export const loadLikersDialog = async () => ({ default: (await import('./likers-dialog.tsx')).LikersDialog });
