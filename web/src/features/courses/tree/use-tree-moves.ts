import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { readEntity } from '#web/lib/cache/entity-cache.ts';
import { type PagePlace, type Position, pagesIn, stepFrom, stepOfPage } from '../course-tree.ts';
import type { CourseTree } from '../courses.entity.ts';
import { moveFolderTo, movePageTo } from '../writing/move-items.ts';
import type { ItemRow } from './tree-rows.ts';

/** Returns the sentence that says where an item is, for screen readers. */
function toAnnouncement(tree: CourseTree, id: string): string {
  const page = tree.pages.find((one) => one.id === id);
  const items: readonly { id: string; title: string }[] = page ? pagesIn(tree, page.folder_id) : tree.folders;
  const position = items.findIndex((item) => item.id === id) + 1;
  const values = { title: items[position - 1]?.title ?? '', position, count: items.length };
  const folder = tree.folders.find((one) => one.id === page?.folder_id);
  return folder
    ? t('{title} is now {position, number} of {count, number} in {folder}', {
        ...values,
        folder: folder.title,
      })
    : t('{title} is now {position, number} of {count, number}', values);
}

/** Moves of folders and pages within the contents of a course, and what screen readers are told about them. */
export function useTreeMoves(courseId: string, onOpen: (folderId: string) => void) {
  const client = useQueryClient();
  const [announcement, setAnnouncement] = useState('');
  const announce = (id: string) => {
    const tree = readEntity(client, 'course_tree', courseId);
    if (tree) setAnnouncement(toAnnouncement(tree, id));
  };
  const placePage = (page: { id: string }, { folderId, after }: PagePlace) => {
    void movePageTo(client, courseId, page, folderId, after);
    announce(page.id);
  };
  const placeFolder = (folder: { id: string }, after: Position) => {
    void moveFolderTo(client, courseId, folder, after);
    announce(folder.id);
  };
  /** Moves an item one step up or down. Returns whether there is such a step. */
  const step = (row: ItemRow, direction: 'up' | 'down'): boolean => {
    // The rows on screen may be older than the last move.
    const tree = readEntity(client, 'course_tree', courseId);
    if (!tree) return false;
    if (row.kind === 'folder') {
      const after = stepFrom(tree.folders, row.id, direction);
      if (after !== undefined) placeFolder(row, after);
      else setAnnouncement(toEnd(row.folder.title, direction));
      return after !== undefined;
    }
    const page = tree.pages.find(({ id }) => id === row.id);
    const place = page && stepOfPage(tree, page, direction);
    if (place?.folderId) onOpen(place.folderId);
    if (place) placePage(row, place);
    else setAnnouncement(toEnd(row.page.title, direction));
    return place !== undefined;
  };
  return { announcement, placePage, placeFolder, step };
}

const toEnd = (title: string, direction: 'up' | 'down') =>
  direction === 'up' ? t('{title} is the first one', { title }) : t('{title} is the last one', { title });
