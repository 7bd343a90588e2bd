import '#web/styles/lazy/overlays.css';
import { Drawer as Base } from '@base-ui/react/drawer';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { IconButton } from '../icon-button.tsx';
import { ScrollBox } from '../scroll-box.tsx';
import { useAccentStyle } from '../theme/accent-scope.tsx';
import { useMediaQuery } from '../use-media-query.ts';
import { useLayer } from './layers.ts';
import type { OverlayProps } from './overlay-props.ts';

export interface SlidePanelProps extends OverlayProps {
  title: ReactNode;
  children: ReactNode;
  /** Rendered before it first opens, and kept when closed. */
  keepMounted?: boolean;
  /** Receives the focus when it closes. Default: the element that had it before. */
  finalFocus?: HTMLElement | null;
  /** Buttons that stay visible. */
  footer?: ReactNode;
}

function SlidePanel({
  from,
  title,
  trigger,
  children,
  footer,
  keepMounted,
  finalFocus,
  open,
  onOpenChange,
}: SlidePanelProps & { from: 'left' | 'right' | 'down' }) {
  const accent = useAccentStyle();
  const layer = useLayer({ open, onOpenChange });
  return (
    <Base.Root {...layer} swipeDirection={from}>
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal style={accent} keepMounted={keepMounted}>
        <Base.Backdrop className="veil" />
        <Base.Viewport className="panel-view">
          <Base.Popup
            className="panel"
            data-from={from}
            finalFocus={finalFocus ? () => finalFocus : undefined}
          >
            {from === 'down' && <div className="panel-grip" />}
            <div className="dialog-head">
              <Base.Title className="dialog-title min-w-0 flex-1">{title}</Base.Title>
            </div>
            <ScrollBox className="dialog-body">
              <Base.Content>{children}</Base.Content>
            </ScrollBox>
            {footer && (
              <div className="dialog-foot" data-floor="">
                {footer}
              </div>
            )}
            <Base.Close
              render={
                <IconButton label={t('Close')} className="dialog-x">
                  <X size={20} aria-hidden="true" />
                </IconButton>
              }
            />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** A panel for details or a form: from the right on wide screens, from below on phones. Swiping back closes it. */
export function Sheet(props: SlidePanelProps) {
  return <SlidePanel {...props} from={useMediaQuery('(width < 48rem)') ? 'down' : 'right'} />;
}

export interface DrawerProps extends SlidePanelProps {
  /** Default `left`. */
  side?: 'left' | 'right';
}

/** A panel from the side on all screens, usually for navigation on phones. Swiping back closes it. */
export function Drawer({ side = 'left', ...rest }: DrawerProps) {
  return <SlidePanel {...rest} from={side} />;
}

/** Closes the surrounding sheet or drawer: `<PanelClose render={<Button>Done</Button>} />`. */
export const PanelClose = Base.Close;
