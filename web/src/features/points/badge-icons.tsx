import { Award, CalendarHeart, Heart, type LucideIcon, MessageCircle, PenLine, Sprout } from 'lucide-react';
import type { Badge } from '#contract/features/leaderboard/leaderboard.ts';
import { t } from '#contract/i18n/translate.ts';

const icons: Record<string, LucideIcon> = {
  first_post: PenLine,
  first_comment: MessageCircle,
  ten_likes: Heart,
  early_member: Sprout,
  one_year: CalendarHeart,
};

/** The icon of a badge; unknown badges get a default icon. */
export function BadgeIcon({ code, size = 16 }: { code: string; size?: number }) {
  const Icon = icons[code] ?? Award;
  return <Icon size={size} aria-hidden="true" />;
}

/** A member's badges in a row. */
export function BadgeIcons({ badges }: { badges: readonly Badge[] }) {
  if (badges.length === 0) return null;
  return (
    <ul aria-label={t('Badges')} className="flex flex-none gap-1.5 text-faint">
      {badges.map(({ code, name }) => (
        <li key={code} title={name}>
          <BadgeIcon code={code} />
          <span className="sr-only">{name}</span>
        </li>
      ))}
    </ul>
  );
}
