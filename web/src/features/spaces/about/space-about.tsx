import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Space } from '#contract/features/spaces/spaces.ts';
import { msg, t } from '#contract/i18n/translate.ts';
import { spaceTopics } from '#contract/values/topics.ts';
import { MemberCardButton } from '#web/features/points/index.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Card } from '#web/ui/card.tsx';
import { PageGrid } from '#web/ui/page/page-grid.tsx';
import { RichTextView } from '#web/ui/rich-text/rich-text-view.tsx';
import { SpaceCover } from '../space-card/space-cover.tsx';
import { SpaceFacts } from '../space-card/space-facts.tsx';
import { SupportContact } from '../space-card/support-contact.tsx';
import { IntroMedia } from './intro-media.tsx';

interface SpaceAboutProps {
  space: Space;
  /** The button to join or edit. */
  action?: ReactNode;
  /** The button to leave. */
  leave?: ReactNode;
  /** Who invited the visitor. */
  invitedBy?: ReactNode;
  /** `h2` if the page has its own title. Default `h1`. */
  heading?: 'h1' | 'h2';
}

/** The description of a space, for visitors and members. On narrow screens, what it is comes before how to join it. */
export function SpaceAbout({ space, heading: Heading = 'h1', ...card }: SpaceAboutProps) {
  return (
    <PageGrid narrow={isPlainMember(space) ? 'last' : 'second'} aside={<AboutCard space={space} {...card} />}>
      <Card flush className="overflow-hidden">
        <SpaceCover space={space} eager sizes="(min-width: 1024px) 48rem, 100vw" className="aspect-[3/1]" />
        <div className="px-5 pt-5 pb-6 lg:px-7">
          <Heading className="text-2xl wrap-anywhere">{space.name}</Heading>
          <p className="truncate text-sm text-faint">/{space.subdomain}</p>
          <Summary space={space} />
        </div>
      </Card>
      <Details space={space} />
    </PageGrid>
  );
}

/** A member who has nothing to do in the card beside the text, other than leaving. */
const isPlainMember = (space: Space) => space.membership !== null && !space.permissions.canEditSpace;

function Summary({ space }: { space: Space }) {
  if (space.description)
    return <p className="mt-2 max-w-prose text-lg text-soft wrap-anywhere">{space.description}</p>;
  if (space.about_description) return null;
  return <p className="mt-2 text-soft">{t('No description yet.')}</p>;
}

/** The image or video, the text and the rules. Nothing if there are none. */
function Details({ space }: { space: Space }) {
  const rules = space.rules_list ?? [];
  const hasMedia = space.intro_media_type !== 'none' && space.intro_media_url !== null;
  if (!hasMedia && !space.about_description && rules.length === 0) return null;
  return (
    <Card className="grid grid-cols-1 gap-6 !px-5 lg:!px-7">
      <IntroMedia space={space} />
      <AboutText html={space.about_description ?? ''} />
      {rules.length > 0 && (
        <section>
          <h2 className="text-lg">{t('Rules')}</h2>
          <ol className="mt-2 flex list-decimal flex-col gap-1.5 pl-5">
            {rules.map((rule) => (
              <li key={rule.id} className="wrap-anywhere">
                {rule.text}
              </li>
            ))}
          </ol>
        </section>
      )}
    </Card>
  );
}

/** Facts about the space, how to join it, and who runs it. */
function AboutCard({ space, action, invitedBy, leave }: Omit<SpaceAboutProps, 'heading'>) {
  return (
    <aside>
      <Card className="flex flex-col gap-4">
        {space.short_description && <p className="text-soft wrap-anywhere">{space.short_description}</p>}
        <SpaceFacts space={space} />
        {space.topic && (
          <Link
            to="/discover"
            search={{ topic: space.topic }}
            className="link w-fit text-sm"
            data-variant="text"
          >
            {t(spaceTopics[space.topic])}
          </Link>
        )}
        {invitedBy}
        {action}
        <Staff space={space} />
        <SupportContact space={space} />
        {leave}
      </Card>
    </aside>
  );
}

function AboutText({ html }: { html: string }) {
  if (html === '') return null;
  // Text without any tag is from before the editor existed; its line breaks are kept.
  if (!html.includes('<')) return <p className="max-w-prose whitespace-pre-line">{html}</p>;
  return <RichTextView html={html} className="max-w-prose" />;
}

const roleNames = { owner: msg('Owner'), admin: msg('Admin') };

function Staff({ space }: { space: Space }) {
  if (space.staff.length === 0) return null;
  return (
    <section className="border-t border-line pt-4">
      <h2 className="mb-2 text-sm font-semibold">{t('Owner and admins')}</h2>
      <ul className="grid grid-cols-1 gap-2">
        {space.staff.map(({ role, user }) => (
          <li key={user.id} className="flex items-center gap-2.5 text-sm">
            <Avatar id={user.id} name={user.full_name} src={user.avatar_url} size="sm" />
            <span className="min-w-0 flex-1 truncate">
              {space.can_read ? (
                <MemberCardButton spaceId={space.id} userId={user.id} name={user.full_name} />
              ) : (
                user.full_name
              )}
            </span>
            <span className="text-faint">{t(roleNames[role])}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
