import { Heart, MessageCircle } from 'lucide-react';
import { msg, t } from '#contract/i18n/translate.ts';
import { Avatar } from '#web/ui/avatar.tsx';

const author = { name: 'Ines Moreau' };
const responses = [
  { name: 'Mara Lindqvist', text: msg('The blacks in frame four! Which developer?') },
  { name: 'Joaquim Reis', text: msg('Rodinal, one to fifty, and a lot of patience.') },
];

/** Decorative example of a conversation; static and not interactive. */
export function LandingScene() {
  return (
    <div aria-hidden="true" className="relative mx-auto hidden w-full max-w-md select-none lg:block">
      <div className="absolute -inset-16 rounded-full bg-[radial-gradient(closest-side,var(--accent-soft),transparent)]" />
      <div className="card relative">
        <div className="flex items-center gap-3">
          <Avatar id="scene-1" name={author.name} />
          <div>
            <p className="font-semibold" translate="no">
              {author.name}
            </p>
            <p className="text-sm text-faint">{t('Analog Photography')}</p>
          </div>
        </div>
        <p className="mt-3 text-lg font-semibold">{t('First light on an old roll of Tri-X')}</p>
        <p className="mt-1 text-soft">
          {t("Found it in my grandfather's camera. Thirty years late, and still there.")}
        </p>
        <p className="mt-4 flex gap-5 text-sm text-soft">
          <span className="flex items-center gap-1.5 text-accent-text">
            <Heart size={18} fill="currentColor" /> 24
          </span>
          <span className="flex items-center gap-1.5">
            <MessageCircle size={18} /> 9
          </span>
        </p>
      </div>
      {responses.map(({ name, text }, index) => (
        <div
          key={name}
          className={`card relative mt-3 flex gap-3 py-3.5! ${index === 0 ? 'mr-10' : 'ml-10'}`}
        >
          <Avatar id={name} name={name} size="sm" />
          <p className="text-sm">
            <span className="font-semibold" translate="no">
              {name}
            </span>
            <br />
            {t(text)}
          </p>
        </div>
      ))}
    </div>
  );
}
