import {
  Award,
  CalendarHeart,
  GraduationCap,
  Heart,
  type LucideIcon,
  MessageCircle,
  PenLine,
  Sprout,
} from 'lucide-react';

const icons: Record<string, LucideIcon> = {
  first_post: PenLine,
  first_comment: MessageCircle,
  ten_likes: Heart,
  early_member: Sprout,
  one_year: CalendarHeart,
  first_course: GraduationCap,
};

/** The icon of a badge; unknown badges get a default icon. */
export function BadgeIcon({ code, size = 16 }: { code: string; size?: number }) {
  const Icon = icons[code] ?? Award;
  return <Icon size={size} aria-hidden="true" />;
}
