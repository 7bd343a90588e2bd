import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { t } from '#contract/i18n/translate.ts';
import { sessionQuery } from '#web/features/auth/index.ts';
import { LoadingLine } from './page-states.tsx';

/** Shown while a space loads: first for the session, then for the space. */
export function SpaceLoading() {
  const { subdomain } = useParams({ strict: false });
  const isKnown = useQueryClient().getQueryData(sessionQuery.queryKey) !== undefined;
  return (
    <LoadingLine>
      {isKnown ? t('Loading {space}...', { space: subdomain }) : t('Authenticating...')}
    </LoadingLine>
  );
}

export const PostRedirecting = () => <LoadingLine>{t('Redirecting to post...')}</LoadingLine>;
