import { t } from '#contract/i18n/translate.ts';
import feedDark from '#docs/images/feed-dark.webp?url';
import feedLight from '#docs/images/feed-light.webp?url';
import phoneDark from '#docs/images/phone-dark.webp?url';
import phoneLight from '#docs/images/phone-light.webp?url';

const schemes = [
  { name: 'only-light', wide: feedLight, narrow: phoneLight },
  { name: 'only-dark', wide: feedDark, narrow: phoneDark },
] as const;

/** The feed of a space as it really is, in the color scheme of the page; on phones, as phones show it. */
export function LandingScreenshot() {
  return schemes.map(({ name, wide, narrow }) => (
    <picture key={name} className={`landing-screenshot ${name}`}>
      <source media="(width < 40rem)" srcSet={narrow} width={780} height={1688} />
      {/* Lazy: a hidden image that isn't would be loaded too. */}
      <img
        src={wide}
        width={1440}
        height={900}
        alt={t('The feed of a space, with upcoming events, people online and a leaderboard beside it')}
        loading="lazy"
        fetchPriority="high"
        decoding="async"
      />
    </picture>
  ));
}
