import '#web/styles/lazy/access.css';
import { Lock as LockIcon } from 'lucide-react';
import type { Lock } from '#contract/features/access/access.ts';
import { t } from '#contract/i18n/translate.ts';
import { LockStep } from './lock-step.tsx';

interface LockedPageProps {
  /** What locks the page: at least one. */
  locks: readonly { kind: 'course' | 'folder' | 'page'; lock: Lock }[];
}

const toHeading = (kind: LockedPageProps['locks'][number]['kind'], isAny: boolean): string =>
  ({
    course: isAny ? t('To open this course, one of these is enough:') : t('To open this course:'),
    folder: isAny ? t('To open this folder, one of these is enough:') : t('To open this folder:'),
    page: isAny ? t('To open this page, one of these is enough:') : t('To open this page:'),
  })[kind];

/** In place of the text of a page that the viewer can't open yet: why, and when it opens. */
export function LockedPage({ locks }: LockedPageProps) {
  return (
    <section className="lesson-lock" aria-label={t('Locked')}>
      <LockIcon size={26} strokeWidth={1.75} className="flex-none text-faint" aria-hidden="true" />
      <div className="min-w-0">
        <h2 className="text-lg font-semibold">{t("This page isn't open to you yet")}</h2>
        {locks.map(({ kind, lock }) => (
          <div key={kind} className="mt-3">
            <p className="text-soft">{toHeading(kind, lock.match === 'any' && lock.unmet.length > 1)}</p>
            <ul className="mt-1 grid gap-1">
              {lock.unmet.map((unmet) => (
                <li key={JSON.stringify(unmet.rule)} className="lesson-lock-step">
                  <LockStep unmet={unmet} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}
