export { commonEmoji } from './emoji.ts';
export { FailureMessage, SendFailure } from './failure-message.tsx';
export { RichComposer } from './rich-composer.tsx';
