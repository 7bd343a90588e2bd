import type { RichTextEditorProps } from '#web/ui/rich-text/rich-text-editor.tsx';
import { lazyComponent } from './lazy-component.tsx';

const editor = lazyComponent<RichTextEditorProps>(
  async () => (await import('#web/ui/rich-text/rich-text-editor.tsx')).default,
);

/** The rich text editor; its code is loaded on first use. Give it a `fallback` of the same height. */
export const LazyEditor = editor.Component;

/** Preloads the code of the editor. */
export const preloadEditor = () => void editor.preload();
