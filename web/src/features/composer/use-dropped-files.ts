import { type ClipboardEvent, type DragEvent, useState } from 'react';

/** Event handlers of a form that accepts files that are pasted or dropped, and whether files are over it. */
export function useDroppedFiles(isLocked: boolean, add: (files: readonly File[]) => void) {
  const [isDraggedOver, setDraggedOver] = useState(false);
  const drag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setDraggedOver(true);
  };
  const handlers = {
    onPasteCapture: (event: ClipboardEvent) => {
      const files = [...event.clipboardData.files];
      // Clipboard text with an embedded image is pasted as text.
      if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return;
      event.preventDefault();
      event.stopPropagation();
      if (!isLocked) add(files);
    },
    onDragEnter: drag,
    onDragOver: drag,
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDraggedOver(false);
    },
    onDropCapture: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      event.stopPropagation();
      setDraggedOver(false);
      if (!isLocked) add([...event.dataTransfer.files]);
    },
  };
  return { isDraggedOver, handlers };
}
