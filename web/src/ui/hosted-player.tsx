import { Play } from 'lucide-react';
import { useState } from 'react';

interface HostedPlayerProps {
  /** The address of the player, on one of the hosts that the Content-Security-Policy allows. It starts at once. */
  src: string;
  /** Accessible name of the player. */
  title: string;
  /** What the button says that loads it. */
  label: string;
}

/** The player of another site. Nothing is loaded from there before the viewer asks for it. */
export function HostedPlayer({ src, title, label }: HostedPlayerProps) {
  const [isLoaded, setLoaded] = useState(false);
  const frame = 'aspect-video w-full overflow-hidden rounded-lg bg-accent-soft';
  if (!isLoaded) {
    return (
      <button
        type="button"
        className={`${frame} grid cursor-pointer place-content-center justify-items-center gap-3 text-accent-text hover:bg-hover`}
        onClick={() => setLoaded(true)}
      >
        <span className="grid size-16 place-items-center rounded-full bg-accent text-on-accent">
          <Play size={28} fill="currentColor" aria-hidden="true" />
        </span>
        <span className="text-sm font-medium">{label}</span>
      </button>
    );
  }
  return (
    <iframe
      // Without it, the height below would be kept at every width.
      className={`${frame} h-auto`}
      src={src}
      title={title}
      width={640}
      height={360}
      allow="autoplay; fullscreen; picture-in-picture; encrypted-media"
      allowFullScreen
      referrerPolicy="strict-origin-when-cross-origin"
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
    />
  );
}
