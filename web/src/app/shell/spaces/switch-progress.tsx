import { useRouter } from '@tanstack/react-router';
import { useEffect, useReducer, useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { firstSegment, switchPercent, toSwitchStage } from '../../start/switch-stages.ts';

/** A progress bar at the top while another space loads; hidden if that is quick. */
export function SwitchProgress() {
  const router = useRouter();
  const [stage, go] = useReducer(toSwitchStage, 'completed');
  const [goal, setGoal] = useState('');
  useEffect(() => {
    const stops = [
      router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation, pathChanged }) => {
        const next = firstSegment(toLocation.pathname);
        if (!pathChanged || !fromLocation || next === firstSegment(fromLocation.pathname)) return;
        setGoal(next);
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
      aria-label={t('Loading {space}...', { space: goal })}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="switch-progress"
      style={{ width: `${percent}%` }}
    />
  );
}
