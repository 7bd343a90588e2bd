import { useQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/translate.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import type { TargetOption } from './item-access.ts';

/** Returns the courses of a space that can be required to be completed first; null while they aren't loaded. */
export function useCourseTargets(space_id: string): { options: TargetOption[] | null; isError: boolean } {
  const { data, isError } = useQuery({
    // The list itself keeps its courses in another form, and only as many pages as are shown.
    queryKey: ['list_courses', { space_id }, 'targets'],
    queryFn: async ({ client, signal }) => {
      const found: { id: string; title: string }[] = [];
      for (let cursor: string | undefined, more = true; more; ) {
        const input = cursor === undefined ? { space_id } : { space_id, cursor };
        const page = await getApiClient(client)('list_courses', input, { signal });
        found.push(...page.courses.map(({ id, title }) => ({ id, title })));
        more = page.next_cursor !== null;
        cursor = page.next_cursor ?? undefined;
      }
      return found;
    },
  });
  const options = data?.map(({ id, title }) => ({ value: `course:${id}`, label: title, note: t('Course') }));
  return { options: options ?? null, isError: isError && data === undefined };
}
