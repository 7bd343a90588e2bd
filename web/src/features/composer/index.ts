export { EditorSkeleton } from './editor-skeleton.tsx';
export { FailureMessage, SendFailure } from './failure-message.tsx';
export { RichComposer } from './rich-composer.tsx';
