export { reactorsDialog } from './lazy-reactors-dialog.ts';
export { ReactionButtons } from './reaction-buttons.tsx';
export { reactorsText } from './reaction-texts.ts';
export { ReactorsButtons } from './reactors-buttons.tsx';
export { applyReactions } from './set-reaction.ts';
