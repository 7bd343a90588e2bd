import '#web/styles/lazy/chat.css';
import type { ReactNode } from 'react';
import { clockFormat, dateTimeFormat } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';
import { FileList, ImageGrid } from '#web/features/uploads/index.ts';
import { MessageText } from '../text/message-text.tsx';
import { VoicePlayer } from '../voice/voice-player.tsx';
import { RepliedQuote } from './replied-quote.tsx';
import type { ShownMessage } from './shown-message.ts';
import { useMessageContext } from './thread-context.ts';

/** Formats the time of a message as the reader's clock: `2:05 PM`. */
export const toClock = (at: string): string => dateTimeFormat(clockFormat).format(Date.parse(at));

interface MessageBubbleProps {
  message: ShownMessage;
  isMine: boolean;
  /** Who shared the images; the viewer of images shows it. */
  sender: string;
  /** In the place of the time while it isn't sent. */
  mark?: ReactNode;
  /** Below the text, such as a link preview. */
  children?: ReactNode;
}

/** The text and the attachments of a message, with its time. */
export function MessageBubble({ message, isMine, sender, mark, children }: MessageBubbleProps) {
  // Until the request is accepted, links of strangers aren't links.
  const { isRequest } = useMessageContext();
  const { content, names, images, files, voice, reply_to, at, is_edited } = message;
  return (
    <div className="bubble" data-mine={isMine ? '' : undefined} data-edited={is_edited ? '' : undefined}>
      {reply_to && <RepliedQuote replied={reply_to} />}
      {images.length > 0 && (
        <div className="bubble-images">
          <ImageGrid images={images} credit={{ name: sender, at }} />
        </div>
      )}
      {files.length > 0 && <FileList files={files} />}
      {voice && <VoicePlayer url={voice.url} voice={voice.shape} />}
      {content !== '' &&
        (isRequest ? (
          <p className="message-text whitespace-pre-wrap" dir="auto">
            {content}
          </p>
        ) : (
          <MessageText content={content} names={names} />
        ))}
      {children}
      <span className="bubble-time">
        {is_edited && <span>{t('edited')} </span>}
        {mark || <time dateTime={at}>{toClock(at)}</time>}
      </span>
    </div>
  );
}
