import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { CoursePageSummary } from '#contract/features/courses/courses.ts';
import { chooseFirstPage, pagesIn } from '../course-tree.ts';
import type { CourseTree } from '../courses.entity.ts';
import { useDevice } from './device.tsx';
import { forgetLastViewed, readLastViewed, rememberLastViewed } from './last-viewed.ts';

/** The value of `md` for the overview on phones. */
export const menu = 'menu';

interface CourseAddress {
  subdomain: string;
  /** The slug, short id or id of the course, as in the address. */
  course: string;
  /** The id of a page, `menu`, or nothing. */
  md: string | undefined;
  /** The folder of which one wants to see a page. */
  moduleId?: string | undefined;
  /** Whether the address stays although its page is gone, because something is being written there. */
  isKept?: boolean;
}

/** Returns what an address without a page leads to: the id of a page, `menu`, or undefined in a course without pages. */
function chooseTarget(
  tree: CourseTree,
  device: 'phone' | 'desktop',
  { md, moduleId }: Pick<CourseAddress, 'md' | 'moduleId'>,
): string | undefined {
  const pages = moduleId === undefined ? [] : pagesIn(tree, moduleId);
  const isOverview = device === 'phone' && (md !== undefined || pages.length === 0);
  if (isOverview) return menu;
  return chooseFirstPage(pages.length > 0 ? { ...tree, pages } : tree, readLastViewed(tree.id))?.id;
}

/** Whether what an address leads to depends on pages that aren't here yet. */
function isUndecided(
  tree: CourseTree,
  device: 'phone' | 'desktop',
  { md, moduleId }: Pick<CourseAddress, 'md' | 'moduleId'>,
): boolean {
  if (!tree.missing) return false;
  const isFirst = md === undefined && moduleId === undefined;
  if (device === 'phone') return md !== menu && !isFirst;
  const last = readLastViewed(tree.id);
  return !isFirst || !tree.hasFirstPage || (last !== null && !tree.pages.some(({ id }) => id === last));
}

/**
 * Returns the page that an address shows. One without a page leads to the overview on phones, and elsewhere to the page
 * that the course opens with. One with a folder instead leads to a page in it, if it has any.
 */
export function useShownPage(address: CourseAddress, tree: CourseTree): CoursePageSummary | undefined {
  const { subdomain, course, md, moduleId, isKept = false } = address;
  const device = useDevice();
  const navigate = useNavigate();
  const page = tree.pages.find(({ id }) => id === md);
  const isDecided = device !== null && !page && !isKept && !isUndecided(tree, device, { md, moduleId });
  const target = isDecided ? chooseTarget(tree, device, { md, moduleId }) : undefined;
  useEffect(() => {
    if (target === undefined || target === md) return;
    void navigate({
      to: '/$subdomain/space/classroom/$course',
      params: { subdomain, course },
      search: { md: target },
      replace: true,
    });
  }, [target, md, subdomain, course, navigate]);
  const pageId = page?.id;
  useEffect(() => {
    if (pageId) rememberLastViewed(tree.id, pageId);
  }, [tree.id, pageId]);
  useEffect(() => forgetLastViewed, []);
  return page;
}
