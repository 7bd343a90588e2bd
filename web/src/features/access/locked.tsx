import '#web/styles/lazy/access.css';
import { Lock as LockIcon } from 'lucide-react';
import type { Lock, UnmetRule } from '#contract/features/access/access.ts';
import { t } from '#contract/i18n/translate.ts';
import { LevelLink } from '#web/features/points/index.ts';
import { useUnmetText } from './use-unmet-text.ts';

interface LockedProps {
  title: string;
  lock: Lock;
  /** Of the space, to whose leaderboard levels are linked; without it, nothing is. */
  subdomain?: string | undefined;
}

/** In place of what is locked: why, and when it opens. */
export function Locked({ title, lock, subdomain }: LockedProps) {
  const toText = useUnmetText();
  const toStep = (unmet: UnmetRule) => {
    const text = toText(unmet);
    if (unmet.rule.kind !== 'level' || subdomain === undefined) return text;
    return <LevelLink subdomain={subdomain}>{text}</LevelLink>;
  };
  return (
    <section className="lesson-lock !mt-0" aria-label={t('Locked')}>
      <LockIcon size={26} strokeWidth={1.75} className="flex-none text-faint" aria-hidden="true" />
      <div className="min-w-0">
        <h3 className="font-semibold">{title}</h3>
        <p className="mt-2 text-soft">
          {lock.match === 'any' && lock.unmet.length > 1
            ? t('To open it, one of these is enough:')
            : t('To open it:')}
        </p>
        <ul className="mt-1 grid gap-1">
          {lock.unmet.map((unmet) => (
            <li key={JSON.stringify(unmet.rule)} className="lesson-lock-step">
              <span className="min-w-0">{toStep(unmet)}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
