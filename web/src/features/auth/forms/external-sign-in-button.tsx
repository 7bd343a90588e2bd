import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { call } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { useFailure } from '#web/lib/api/use-failure.ts';
import { apiQuery } from '#web/lib/cache/query-client.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert } from './form-alert.tsx';

const signInOptionsQuery = apiQuery('get_sign_in_options', {});

/** Signs in with the external service that the operator has configured; renders nothing if there is none. */
export function ExternalSignInButton({ redirect }: { redirect: string | undefined }) {
  const name = useQuery(signInOptionsQuery).data?.external?.name;
  const [isLeaving, setLeaving] = useState(false);
  const [failure, setFailure] = useFailure();
  if (!name) return null;
  const start = async () => {
    setLeaving(true);
    setFailure(null);
    try {
      const { url } = await call('start_external_sign_in', redirect ? { redirect } : {});
      window.location.assign(url);
    } catch (error) {
      setFailure(toMessage(error, t('Login failed')), error);
      setLeaving(false);
    }
  };
  return (
    <>
      <FormAlert message={failure} />
      <Button size="lg" block loading={isLeaving} onClick={() => void start()}>
        {t('Continue with {name}', { name })}
      </Button>
    </>
  );
}
