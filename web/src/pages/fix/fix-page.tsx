import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { collectDebugInfo } from '#web/app/debug-info.ts';
import { signOut } from '#web/features/auth/index.ts';
import { purgeOldCaches } from '#web/lib/old-caches.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

/** Recovery page for a broken client. It needs neither the server nor a valid session. */
export function FixPage() {
  const client = useQueryClient();
  const [status, setStatus] = useState('');
  const logInfo = () => {
    console.log('Debug info', collectDebugInfo(client));
    setStatus(t('Debug info was written to the browser console.'));
  };
  const clear = async () => {
    setStatus(t('Clearing...'));
    client.clear();
    await purgeOldCaches().catch(() => {});
    try {
      sessionStorage.clear();
    } catch {
      // Storage that is unavailable contains nothing.
    }
    await signOut();
  };
  return (
    <div className="mx-auto flex w-full max-w-prose flex-col gap-4 px-4 py-10">
      <h1 className="text-2xl">{t('Something not working?')}</h1>
      <p className="text-soft">{t("Try these in order. Nothing you've posted will be deleted.")}</p>
      <Card className="flex flex-col gap-3">
        <h2 className="text-lg">{t('Reload the page')}</h2>
        <p className="text-soft">{t('Loads the latest version. This solves most problems.')}</p>
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" onClick={() => window.location.reload()}>
            {t('Reload Page')}
          </Button>
          <Button render={<a href="/">{t('Go to Home')}</a>} />
        </div>
      </Card>
      <Card className="flex flex-col gap-3">
        <h2 className="text-lg">{t('Clear saved data')}</h2>
        <p className="text-soft">{t('Logs you out and deletes cached data and drafts in this browser.')}</p>
        <div>
          <Button onClick={() => void clear()}>{t('Clear and Sign Out')}</Button>
        </div>
      </Card>
      <Card className="flex flex-col gap-3">
        <h2 className="text-lg">{t('For support')}</h2>
        <p className="text-soft">
          {t("Writes details about this page to the browser's console, to send with a bug report.")}
        </p>
        <div>
          <Button onClick={logInfo}>{t('Log Debug Info')}</Button>
        </div>
      </Card>
      <p role="status" className="text-soft">
        {status}
      </p>
    </div>
  );
}
