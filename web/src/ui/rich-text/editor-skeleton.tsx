/** Same height as the editor that is loading. */
export function EditorSkeleton({ toolbar = 'short' }: { toolbar?: 'short' | 'full' | 'selection' }) {
  return (
    <div className="editor" data-toolbar={toolbar} aria-busy="true">
      {toolbar !== 'selection' && <div className="editor-bar h-11" />}
      <div className="prose" />
    </div>
  );
}
