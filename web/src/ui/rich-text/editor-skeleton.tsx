/** Same height as the editor that is loading. */
export function EditorSkeleton() {
  return (
    <div className="editor" data-toolbar="short" aria-busy="true">
      <div className="editor-bar h-11" />
      <div className="prose" />
    </div>
  );
}
