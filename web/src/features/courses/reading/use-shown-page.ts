import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { CoursePageSummary } from '#contract/features/courses/courses.ts';
import { chooseFirstPage } from '../course-tree.ts';
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
  /** Whether the address stays although its page is gone, because something is being written there. */
  isKept?: boolean;
}

/**
 * Returns the page that an address shows. One without a page leads to the overview on phones, and elsewhere to the page
 * that the course opens with.
 */
export function useShownPage(address: CourseAddress, tree: CourseTree): CoursePageSummary | undefined {
  const { subdomain, course, md, isKept = false } = address;
  const device = useDevice();
  const navigate = useNavigate();
  const page = tree.pages.find(({ id }) => id === md);
  const target =
    device === null || page || isKept
      ? undefined
      : device === 'phone'
        ? menu
        : chooseFirstPage(tree, readLastViewed(tree.id))?.id;
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
