/** Returns the title of the page of a course: that of the page that is shown, and that of the course. */
export function toCourseTitle(
  course: { title: string },
  tree: { pages: readonly { id: string; title: string }[] } | undefined,
  md: string | undefined,
): string {
  const page = tree?.pages.find(({ id }) => id === md);
  return page ? `${page.title} · ${course.title}` : course.title;
}
