import '#web/styles/lazy/chat.css';
import { Maximize2, Minimize2, X } from 'lucide-react';
import { useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import type { ChatRequest } from '#web/lib/open-chat.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { FrameDialog } from '#web/ui/overlays/frame-dialog.tsx';
import { type ChatPlace, ChatViews } from './chat-views.tsx';

interface ChatModalProps {
  viewerId: string;
  request: ChatRequest;
  onClose: () => void;
}

function toPlace({ conversationId, seq, userId }: ChatRequest): ChatPlace {
  if (conversationId) return { view: 'chat', conversationId, seq: seq ?? null };
  return userId === undefined ? { view: 'new' } : { view: 'person', userId };
}

/** A conversation over any page. It can be made wider; on phones it covers the screen. */
export function ChatModal({ viewerId, request, onClose }: ChatModalProps) {
  const [shown, setShown] = useState(request);
  const [place, setPlace] = useState<ChatPlace>(() => toPlace(request));
  const [isWide, setWide] = useState(false);
  const [isOpen, setOpen] = useState(true);
  // Another conversation was requested while the dialog is open.
  if (shown !== request) {
    setShown(request);
    setPlace(toPlace(request));
  }
  return (
    <FrameDialog
      open={isOpen}
      onOpenChange={setOpen}
      onClosed={onClose}
      label={t('Chats')}
      size={isWide ? '5xl' : '2xl'}
      className="chat-modal"
    >
      <ChatViews
        viewerId={viewerId}
        place={place}
        onPlace={setPlace}
        onFailed={() => setOpen(false)}
        actions={
          <>
            <IconButton
              label={isWide ? t('Make smaller') : t('Make wider')}
              className="max-[769px]:hidden"
              onClick={() => setWide((now) => !now)}
            >
              {isWide ? (
                <Minimize2 size={18} aria-hidden="true" />
              ) : (
                <Maximize2 size={18} aria-hidden="true" />
              )}
            </IconButton>
            <IconButton label={t('Close')} onClick={() => setOpen(false)}>
              <X size={20} aria-hidden="true" />
            </IconButton>
          </>
        }
      />
    </FrameDialog>
  );
}
