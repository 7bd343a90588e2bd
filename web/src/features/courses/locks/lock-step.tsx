import { Link } from '@tanstack/react-router';
import type { Lock, UnmetRule } from '#contract/features/access/access.ts';
import { LockLine, useUnmetText } from '#web/features/access/index.ts';
import { LevelLink } from '#web/features/points/index.ts';
import { useCourse } from '../course-context.ts';

/** What someone must do to meet a rule, with a link to where they can do it. */
export function LockStep({ unmet }: { unmet: UnmetRule }) {
  const { space, address, tree } = useCourse();
  const toText = useUnmetText();
  const { rule, opens_at, title } = unmet;
  const text = toText(unmet);
  if (opens_at !== null) return text;
  const { subdomain } = space;
  if (rule.kind === 'level') return <LevelLink subdomain={subdomain}>{text}</LevelLink>;
  // Without a title, they can't see it.
  if (rule.kind !== 'prerequisite' || title === null) return text;
  const { kind, id } = rule.target;
  // The address of a page names its course, which is known only if it's this one.
  if (kind === 'page' && !tree.pages.some((page) => page.id === id)) return text;
  return (
    <Link
      className="link hit"
      data-variant="text"
      to="/$subdomain/space/classroom/$course"
      params={{ subdomain, course: kind === 'course' ? id : address }}
      search={kind === 'page' ? { md: id } : {}}
    >
      {text}
    </Link>
  );
}

/** Why a course is locked, in one line, with a link if one thing opens it. */
export function LinkedLockLine({ lock, className }: { lock: Lock; className?: string }) {
  const [first] = lock.unmet;
  const only = lock.unmet.length === 1 && lock.opens_at === null ? first : undefined;
  return (
    <LockLine lock={lock} className={className}>
      {only && <LockStep unmet={only} />}
    </LockLine>
  );
}
