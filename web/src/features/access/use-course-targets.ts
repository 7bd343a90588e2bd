import { useQuery } from '@tanstack/react-query';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import type { TargetOption } from './item-access.ts';

/** The courses of a space that can be required to be completed first; null if it has no classroom. */
export function useCourseTargets(
  space: Pick<Space, 'id' | 'feature_classroom_enabled'>,
): TargetOption[] | null {
  const { data } = useQuery({
    // The list itself keeps its courses in another form.
    queryKey: ['list_courses', { space_id: space.id }, 'targets'],
    queryFn: async ({ client, signal }) => {
      const { courses } = await getApiClient(client)('list_courses', { space_id: space.id }, { signal });
      return courses.map(({ id, title }) => ({ id, title }));
    },
    enabled: space.feature_classroom_enabled,
  });
  if (!space.feature_classroom_enabled) return null;
  return data?.map(({ id, title }) => ({ value: `course:${id}`, label: title, note: t('Course') })) ?? [];
}
