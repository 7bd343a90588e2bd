import type { PrerequisiteGraphRows } from './access.queries.ts';

/**
 * Whether something could be opened only after itself: a page needs what its own rules, those of its folder and those of its course
 * name, and a course is completed by all of its pages.
 */
export function hasCycle({ pages, rules }: PrerequisiteGraphRows): boolean {
  const needs = new Map<string, string[]>();
  for (const { item_id, rules: list } of rules)
    needs.set(
      item_id,
      list.flatMap((rule) =>
        rule.kind === 'prerequisite'
          ? [rule.target.kind === 'course' ? `all:${rule.target.id}` : rule.target.id]
          : [],
      ),
    );
  const pagesOf = Map.groupBy(pages, ({ course_id }) => course_id);
  const pageOf = new Map(pages.map((page) => [page.id, page]));
  const next = (node: string): string[] => {
    if (node.startsWith('all:')) return (pagesOf.get(node.slice(4)) ?? []).map(({ id }) => id);
    const page = pageOf.get(node);
    const gates = page ? [page.folder_id, page.course_id].filter((id) => id !== null) : [];
    return [...gates, ...(needs.get(node) ?? [])];
  };
  const done = new Set<string>();
  // Without recursion: a chain of prerequisites can be long.
  for (const start of needs.keys()) {
    const path = new Set<string>();
    const stack: { node: string; rest: string[] }[] = [];
    const enter = (node: string) => {
      path.add(node);
      stack.push({ node, rest: next(node) });
    };
    if (!done.has(start)) enter(start);
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const node = top.rest.pop();
      if (node === undefined) {
        done.add(top.node);
        path.delete(top.node);
        stack.pop();
      } else if (path.has(node)) return true;
      else if (!done.has(node)) enter(node);
    }
  }
  return false;
}
