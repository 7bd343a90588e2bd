import { useEffect, useState } from 'react';
import { prefersReducedMotion } from '#web/ui/theme/reduced-motion.ts';

/** How long a post may take to appear, in milliseconds. Later, its author is doing something else. */
const appearsWithin = 5_000;

/**
 * Returns a function that brings a post into view and focuses its title, as soon as a list shows it. The list has another `name`
 * if it has another filter or order: what was to be revealed in one isn't in the next.
 */
export function useRevealPost(name: string, shown: readonly string[]): (postId: string) => void {
  const [wanted, setWanted] = useState<{ id: string; list: string } | null>(null);
  const id = wanted?.list === name ? wanted.id : null;
  const isThere = id !== null && shown.includes(id);
  useEffect(() => {
    if (!wanted) return;
    const timer = setTimeout(() => setWanted(null), appearsWithin);
    return () => clearTimeout(timer);
  }, [wanted]);
  useEffect(() => {
    if (!isThere) return;
    setWanted(null);
    const title = document.getElementById(`post-${id}`);
    title?.querySelector('a')?.focus({ preventScroll: true });
    title
      ?.closest('article')
      ?.scrollIntoView({ block: 'center', behavior: prefersReducedMotion() ? 'instant' : 'smooth' });
  }, [isThere, id]);
  return (postId) => setWanted({ id: postId, list: name });
}
