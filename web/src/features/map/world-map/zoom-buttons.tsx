import '#web/styles/lazy/map.css';
import { Globe, Minus, Plus } from 'lucide-react';
import { t } from '#contract/i18n/translate.ts';
import { IconButton } from '#web/ui/icon-button.tsx';

interface ZoomButtonsProps {
  /** Multiplies the scale; 0 shows the whole world. */
  zoom: (factor: number) => void;
  step: number;
  isFarthest: boolean;
  isNearest: boolean;
}

/** The buttons of the map. Those that would change nothing say so, and keep the focus. */
export function ZoomButtons({ zoom, step, isFarthest, isNearest }: ZoomButtonsProps) {
  return (
    <div className="map-buttons">
      <IconButton
        label={t('Zoom in')}
        variant="secondary"
        aria-disabled={isNearest}
        onClick={() => zoom(step)}
      >
        <Plus size={18} aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t('Zoom out')}
        variant="secondary"
        aria-disabled={isFarthest}
        onClick={() => zoom(1 / step)}
      >
        <Minus size={18} aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t('Show the whole world')}
        variant="secondary"
        aria-disabled={isFarthest}
        onClick={() => zoom(0)}
      >
        <Globe size={18} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
