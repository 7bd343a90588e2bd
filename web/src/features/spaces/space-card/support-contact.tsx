import type { Space } from '#contract/features/spaces/spaces.ts';
import { tRich } from '#web/lib/text/rich-message.tsx';

/** Where to ask about a space. Nothing if it has no address for that. */
export function SupportContact({ space: { support_email: email } }: { space: Pick<Space, 'support_email'> }) {
  if (!email) return null;
  return (
    <p className="text-sm wrap-anywhere text-soft">
      {tRich('Questions? <link>{email}</link>', {
        email,
        link: (text) => (
          <a href={`mailto:${email}`} className="link" data-variant="text">
            {text}
          </a>
        ),
      })}
    </p>
  );
}
