import '#web/styles/lazy/classroom.css';
import {
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { wholeContentsUpTo } from '#contract/values/limits.ts';
import { DragGhost } from '#web/lib/drag/drag-ghost.tsx';
import { FolderHead } from '../contents/folder-head.tsx';
import { PageRow } from '../contents/page-row.tsx';
import { useCourse } from '../course-context.ts';
import { countPages } from '../course-tree.ts';
import { useDevice } from '../reading/device.tsx';
import { rowOf, type TreeRow } from './tree-rows.ts';
import { AllRows, estimatedHeight, type MountedRows, PageRows, SideRows } from './tree-window.tsx';
import { useTreeDrag } from './use-tree-drag.ts';
import { useTreeMoves } from './use-tree-moves.ts';

interface TreeListProps {
  rows: readonly TreeRow[];
  /** Whether the rows are those of a search. They can't be moved. */
  isSearch: boolean;
  onToggle: (folderId: string) => void;
  onOpen: (folderId: string) => void;
}

/** The folders and pages of a course. Editors move them: by dragging, or with Alt and the arrow keys. */
export function TreeList({ rows, isSearch, onToggle, onOpen }: TreeListProps) {
  const { course, tree, pageId } = useCourse();
  const device = useDevice();
  // What isn't here yet may be where something is moved to.
  const canMove = course.can_edit && !isSearch && !tree.missing;
  const moves = useTreeMoves(tree.id, onOpen);
  const { drag, box, ghost, onPointerDown, line, into } = useTreeDrag({
    tree,
    rows,
    isActive: canMove,
    moves,
    onOpen,
  });
  const { focusedId, keepFocus, focusHandlers } = useKeptFocus(rows, box);
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = event.key === 'ArrowUp' ? 'up' : event.key === 'ArrowDown' ? 'down' : null;
    if (!canMove || !direction || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const row = rowOf(rows, event.target);
    if (!row) return;
    event.preventDefault();
    if (moves.step(row, direction)) keepFocus(row.id);
  };
  const keptIds = [focusedId, drag?.item.id];
  const kept = rows.flatMap(({ id }, index) => (keptIds.includes(id) ? [index] : []));
  const isLarge = countPages(tree) + tree.folders.length > wholeContentsUpTo;
  const Window = !isLarge ? AllRows : device === 'phone' ? PageRows : SideRows;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it moves the link or button that has the focus.
    <div
      ref={box}
      className="course-tree"
      data-movable={canMove ? '' : undefined}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
      {...focusHandlers}
    >
      <Window rows={rows} kept={kept} shownId={pageId}>
        {(mounted) => (
          <Rows
            rows={rows}
            mounted={mounted}
            draggedId={drag?.item.id}
            into={into}
            canMove={canMove}
            onToggle={onToggle}
          />
        )}
      </Window>
      {line !== null && <div className="drop-line" style={{ top: line }} />}
      {drag && (
        <DragGhost ghost={ghost}>
          {drag.item.kind === 'page' ? drag.item.page.title : drag.item.folder.title}
        </DragGhost>
      )}
      <div role="status" className="sr-only">
        {moves.announcement}
      </div>
    </div>
  );
}

interface RowsProps {
  rows: readonly TreeRow[];
  mounted: MountedRows;
  draggedId: string | undefined;
  /** The folder into which something would be dropped. */
  into: string | null;
  canMove: boolean;
  onToggle: (folderId: string) => void;
}

function Rows({ rows, mounted, draggedId, into, canMove, onToggle }: RowsProps) {
  const isPartial = mounted.rows.length < rows.length;
  return (
    <ul
      ref={mounted.list}
      className="course-rows"
      style={mounted.rest > 0 ? { paddingBottom: mounted.rest } : undefined}
    >
      {mounted.rows.map(({ index, gap }) => {
        const row = rows[index];
        if (!row) return null;
        const item = {
          ref: mounted.measure,
          'data-index': index,
          'data-dragged': row.id === draggedId ? '' : undefined,
          'data-into': row.id === into ? '' : undefined,
          style: gap > 0 ? { marginTop: gap } : undefined,
          ...(isPartial ? { 'aria-posinset': index + 1, 'aria-setsize': rows.length } : {}),
        };
        if (row.kind === 'missing') return <MissingRows key={row.id} item={item} count={row.count} />;
        return row.kind === 'page' ? (
          <PageRow key={row.id} row={row} item={item} canMove={canMove} />
        ) : (
          <FolderHead
            key={row.id}
            row={row}
            item={item}
            canMove={canMove}
            onToggle={() => onToggle(row.id)}
          />
        );
      })}
    </ul>
  );
}

/** In place of pages that aren't here yet. */
function MissingRows({ item, count }: { item: ComponentProps<'li'>; count: number }) {
  return (
    <li
      {...item}
      className="course-missing"
      style={{ ...item.style, height: count * estimatedHeight.page }}
      aria-hidden="true"
    />
  );
}

/** Keeps the focus on a row that moves, although the browser takes it from elements that change their place. */
function useKeptFocus(rows: readonly TreeRow[], box: { readonly current: HTMLElement | null }) {
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const moving = useRef<string | null>(null);
  const wasMoved = useRef(false);
  const keepFocus = useCallback((id: string) => {
    moving.current = id;
    wasMoved.current = true;
    setFocusedId(id);
  }, []);
  useLayoutEffect(() => {
    const index = rows.findIndex(({ id }) => id === moving.current);
    const row = box.current?.querySelector(`[data-index="${index}"]`);
    if (!row) return;
    if (!row.contains(document.activeElement)) row.querySelector<HTMLElement>('a, button')?.focus();
    else if (wasMoved.current) row.scrollIntoView?.({ block: 'nearest' });
    wasMoved.current = false;
  });
  return {
    focusedId,
    keepFocus,
    focusHandlers: {
      onFocus: ({ target }: FocusEvent) => {
        const id = rowOf(rows, target)?.id ?? null;
        if (id !== moving.current) moving.current = null;
        setFocusedId(id);
      },
      onBlur: ({ relatedTarget }: FocusEvent) => {
        // The focus goes elsewhere: it isn't lost by a move.
        if (relatedTarget) moving.current = null;
      },
    },
  };
}
