import { useRouter } from '@tanstack/react-router';
import { useEffect, useReducer, useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { firstSegment, switchPercent, toSwitchStage } from '../../start/switch-stages.ts';

/** A progress bar at the top while another page loads; hidden if that is quick. */
export function SwitchProgress() {
  const router = useRouter();
  const [stage, go] = useReducer(toSwitchStage, 'completed');
  // The space that is being opened; empty within a space.
  const [space, setSpace] = useState('');
  useEffect(() => {
    const stops = [
      router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation, pathChanged }) => {
        if (!pathChanged || !fromLocation) return;
        const next = firstSegment(toLocation.pathname);
        setSpace(next === firstSegment(fromLocation.pathname) ? '' : next);
        go('initiated');
        go('snapshot-created');
      }),
      router.subscribe('onBeforeLoad', () => {
        go('switching');
        go('loading');
      }),
      router.subscribe('onResolved', () => {
        const isLost = router.state.matches.some(({ status }) => status === 'error');
        go(isLost ? 'failed' : 'completed');
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [router]);
  const percent = switchPercent[stage];
  if (percent === 0 || percent === 100) return null;
  return (
    <div
      role="progressbar"
      aria-label={space ? t('Loading {space}...', { space }) : t('Loading page...')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="switch-progress"
      style={{ width: `${percent}%` }}
    />
  );
}
