export { reactorsDialog, reactorsPopup } from './lazy-reactors-dialog.ts';
export { ReactionButtons } from './reaction-buttons.tsx';
export { reactorsText } from './reaction-texts.ts';
export { ReactorsButtons } from './reactors-buttons.tsx';
export { applyReactions, setReaction } from './set-reaction.ts';
