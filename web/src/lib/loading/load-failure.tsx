import { TriangleAlert, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/card.tsx';
import { useIsOffline, useReconnect } from '../live/reconnect.ts';

interface LoadFailureProps {
  title: string;
  /** Why, and what to do. */
  children?: ReactNode;
  onRetry: () => void;
}

/** In place of what couldn't be loaded. Tries again by itself when the connection is back; until then, it says so. */
export function LoadFailure({ title, children, onRetry }: LoadFailureProps) {
  const isOffline = useIsOffline();
  useReconnect(onRetry);
  return (
    <div role="alert">
      {isOffline ? (
        <EmptyState icon={<WifiOff size={26} aria-hidden="true" />} title={t("You're offline")}>
          {t("This will load when you're back online.")}
        </EmptyState>
      ) : (
        <EmptyState
          icon={<TriangleAlert size={26} aria-hidden="true" />}
          title={title}
          action={<Button onClick={onRetry}>{t('Try again')}</Button>}
        >
          {children}
        </EmptyState>
      )}
    </div>
  );
}
