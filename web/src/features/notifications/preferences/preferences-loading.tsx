import '#web/styles/lazy/preferences.css';
import { t } from '#contract/i18n/translate.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/progress.tsx';

interface PreferencesLoadingProps {
  query: { isError: boolean; error: unknown; refetch: () => unknown };
}

/** Takes the place of preferences that haven't been loaded, or couldn't be. */
export function PreferencesLoading({ query }: PreferencesLoadingProps) {
  if (query.isError)
    return (
      <EmptyState title={t("Couldn't load your preferences")}>
        <p>{toMessage(query.error, t('Please try again.'))}</p>
        <Button className="mt-3" onClick={() => query.refetch()}>
          {t('Try again')}
        </Button>
      </EmptyState>
    );
  return (
    <div aria-busy="true" className="preferences">
      <span className="sr-only">{t('Loading')}</span>
      {[0, 1, 2].map((section) => (
        <div key={section} className="preference-section">
          <Skeleton width="7rem" height="1rem" />
          {[0, 1, 2].map((row) => (
            <div key={row} className="preference-row">
              <Skeleton width="55%" height="2.5rem" />
              <Skeleton width="2.5rem" height="1.5rem" />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
