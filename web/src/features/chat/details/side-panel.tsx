import '#web/styles/lazy/chat.css';
import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useLayer } from '#web/ui/overlays/layers.ts';

interface SidePanelProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A panel beside the messages, or above them where there is no room. Esc and the browser's Back close it. */
export function SidePanel({ title, onClose, children }: SidePanelProps) {
  const box = useRef<HTMLElement>(null);
  useLayer({ open: true, onOpenChange: onClose });
  useEffect(() => {
    const before = document.activeElement;
    (box.current?.querySelector<HTMLElement>('input, [data-first-focus]') ?? box.current)?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  return (
    <aside ref={box} className="chat-panel" aria-label={title} tabIndex={-1} onKeyDown={onKey}>
      <header className="chat-head">
        <h3 className="chat-title">{title}</h3>
        <IconButton label={t('Close')} onClick={onClose}>
          <X size={20} aria-hidden="true" />
        </IconButton>
      </header>
      <div className="chat-panel-body">{children}</div>
    </aside>
  );
}
