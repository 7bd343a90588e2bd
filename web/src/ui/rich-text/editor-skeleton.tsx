/** Same height as the editor that is loading. Its styles are those of every page: the editor's come with its scripts. */
export function EditorSkeleton({ toolbar = 'short' }: { toolbar?: 'short' | 'full' | 'selection' }) {
  return <div className="editor-skeleton" data-toolbar={toolbar} aria-busy="true" />;
}
