import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { categoryLocksQuery } from '#web/features/access/index.ts';

/** The mark of a category that the viewer can't open. */
export function CategoryLock({ space, id }: { space: Space; id: string }) {
  const { data: limited } = useQuery(categoryLocksQuery(space));
  if (!limited?.get(id)?.lock) return null;
  return (
    <>
      <Lock size={14} className="flex-none text-faint" aria-hidden="true" />
      <span className="sr-only">{t('Locked')}</span>
    </>
  );
}
