import type { ReactNode } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { LoadFailure } from '#web/lib/loading/load-failure.tsx';
import { useCourse } from '../course-context.ts';

/** In place of what needs the pages that aren't here yet: `children` until they are, or that they couldn't be loaded. */
export function MissingPages({ children }: { children?: ReactNode }) {
  const { rest } = useCourse();
  if (!rest.error) return children;
  return (
    <LoadFailure title={t("Couldn't load all pages")} onRetry={rest.request}>
      {toMessage(rest.error, t('Please try again.'))}
    </LoadFailure>
  );
}
