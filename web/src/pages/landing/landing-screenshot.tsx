import '#web/styles/lazy/landing.css';
import { t } from '#contract/i18n/translate.ts';
import feedDark from '#docs/images/feed-dark.avif?url';
import feedDarkWebp from '#docs/images/feed-dark.webp?url';
import feedLight from '#docs/images/feed-light.avif?url';
import feedLightWebp from '#docs/images/feed-light.webp?url';
import phoneDark from '#docs/images/phone-dark.avif?url';
import phoneDarkWebp from '#docs/images/phone-dark.webp?url';
import phoneLight from '#docs/images/phone-light.avif?url';
import phoneLightWebp from '#docs/images/phone-light.webp?url';
import { cx } from '#web/ui/cx.ts';

const wide = { width: 1440, height: 900, only: 'max-sm:hidden!', screen: '(width >= 40rem)' };
const narrow = { width: 780, height: 1688, only: 'sm:hidden!', screen: '(width < 40rem)' };
const screenshots = [
  { ...wide, small: feedLight, src: feedLightWebp, scheme: 'light' },
  { ...wide, small: feedDark, src: feedDarkWebp, scheme: 'dark' },
  { ...narrow, small: phoneLight, src: phoneLightWebp, scheme: 'light' },
  { ...narrow, small: phoneDark, src: phoneDarkWebp, scheme: 'dark' },
];

/** The feed of a space as it really is, in the color scheme of the page; on phones, as phones show it. */
export function LandingScreenshot() {
  return screenshots.map(({ scheme, only, screen, small, ...image }) => (
    <div key={image.src} className={cx('landing-screenshot', `only-${scheme}`, only)}>
      {/* Starts before the styles are loaded. Visitors who have chosen the other color scheme load two. */}
      <link
        rel="preload"
        as="image"
        type="image/avif"
        href={small}
        media={`${screen} and (prefers-color-scheme: ${scheme})`}
        fetchPriority="high"
      />
      {/* Lazy: a hidden image that isn't would be loaded too. */}
      <picture>
        <source type="image/avif" srcSet={small} />
        <img
          {...image}
          alt={t('The feed of a space, with upcoming events, people online and a leaderboard beside it')}
          loading="lazy"
          fetchPriority="high"
          decoding="async"
        />
      </picture>
    </div>
  ));
}
