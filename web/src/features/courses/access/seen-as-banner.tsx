import '#web/styles/lazy/access.css';
import { Eye } from 'lucide-react';
import { t } from '#contract/i18n/translate.ts';
import type { SupposedMember } from '#web/features/access/index.ts';
import { Button } from '#web/ui/button.tsx';

interface SeenAsBannerProps {
  member: SupposedMember;
  onExit: () => void;
}

/** Says that a course is shown as a supposed member sees it, and ends that. */
export function SeenAsBanner({ member: { level, days }, onExit }: SeenAsBannerProps) {
  return (
    <div className="seen-as" role="status">
      <Eye size={18} className="flex-none" aria-hidden="true" />
      <p className="min-w-0 flex-1">
        {t(
          'You see the course as a member at level {level} who joined {days, plural, =0 {today} one {# day ago} other {# days ago}}.',
          { level, days },
        )}
      </p>
      <Button size="sm" onClick={onExit}>
        {t('Stop')}
      </Button>
    </div>
  );
}
