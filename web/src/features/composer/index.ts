export { ConflictMessage } from './conflict-message.tsx';
export { CoverField } from './cover-field.tsx';
export { commonEmoji } from './emoji.ts';
export { FailureMessage, SendFailure } from './failure-message.tsx';
export { emojiMenu } from './lazy-emoji-menu.ts';
export { RichComposer } from './rich-composer.tsx';
export { useDroppedFiles } from './use-dropped-files.ts';
