import '#web/styles/lazy/fields.css';
import '#web/styles/lazy/chat.css';
import { Mic, Paperclip, SendHorizontal, Smile, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Message } from '#contract/features/chat/messages.ts';
import { t } from '#contract/i18n/translate.ts';
import { emojiMenu, useDroppedFiles } from '#web/features/composer/index.ts';
import { accepted } from '#web/features/uploads/index.ts';
import { LazyPopup } from '#web/lib/loading/lazy-overlay.tsx';
import { useBrowserValue } from '#web/lib/use-browser-value.ts';
import { FileInput } from '#web/ui/fields/file-input.tsx';
import { FileStrip } from '#web/ui/fields/file-strip.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useMediaQuery } from '#web/ui/use-media-query.ts';
import { toReplied } from '../messages/replied-message.ts';
import { toExcerpt } from '../thread/replied-quote.tsx';
import { toBlobUrl } from '../thread/shown-message.ts';
import { useThread } from '../thread/thread-context.ts';
import { useHoldToRecord } from '../voice/use-hold-to-record.ts';
import { canRecord, useVoiceRecorder } from '../voice/use-voice-recorder.ts';
import { VoiceBar } from '../voice/voice-bar.tsx';
import { MessageField } from './message-field.tsx';
import type { UnsentFile } from './message-outbox.ts';
import { useFindParticipants } from './use-find-participants.ts';
import type { MessageForm } from './use-message-form.ts';
import { useTypingSignal } from './use-typing.ts';

interface MessageComposerProps {
  form: MessageForm;
  editing: Message | null;
  /** Edits the viewer's last message, if it can still be edited. */
  onEditLast: () => void;
  onCancelEdit: () => void;
}

/** The files that will be sent with the message. */
function ChosenFiles({ form }: { form: MessageForm }) {
  return (
    <FileStrip
      files={form.files.map(toStripFile)}
      messages={form.messages.map((text) => ({ key: text, text }))}
      onRemove={({ item }) => form.removeFile(item)}
      className="px-2 pt-2"
    />
  );
}

const toStripFile = (item: UnsentFile, index: number) => ({
  // Two files can be the same.
  key: `${index}-${item.name}`,
  name: item.name,
  kind: item.kind,
  source: item.kind === 'image' ? toBlobUrl(item.file) : undefined,
  byteSize: item.file.size,
  item,
});

interface KeyOptions extends MessageComposerProps {
  isTouchOnly: boolean;
  send: () => void;
}

/** Returns what the keys do in the field. */
function toKeyHandler({ form, editing, onEditLast, onCancelEdit, isTouchOnly, send }: KeyOptions) {
  return (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      if (isTouchOnly) return;
      event.preventDefault();
      send();
    } else if (event.key === 'ArrowUp' && form.text === '' && !editing) {
      event.preventDefault();
      onEditLast();
    } else if (event.key === 'Escape' && (editing || form.replied)) {
      event.preventDefault();
      event.stopPropagation();
      if (editing) onCancelEdit();
      else form.reply(null);
    }
  };
}

/**
 * Where a message is written. Enter sends, Shift+Enter starts a line, the up arrow edits the last message. On touch
 * screens, Enter starts a line.
 */
export function MessageComposer({ form, editing, onEditLast, onCancelEdit }: MessageComposerProps) {
  const { conversation, viewerId } = useThread();
  const findPeople = useFindParticipants(conversation.id, viewerId);
  const field = useRef<HTMLTextAreaElement>(null);
  const recorder = useVoiceRecorder(form.sendVoice);
  const typing = useTypingSignal(conversation);
  const isRecordable = useBrowserValue(canRecord, false);
  // A keyboard on the screen has no Shift+Enter.
  const isTouchOnly = useMediaQuery('(hover: none) and (pointer: coarse)');
  const isRequest = conversation.will_send_request;
  const { isDraggedOver, handlers } = useDroppedFiles(
    isRequest || editing !== null,
    (files) => void form.addFiles(files),
  );
  const repliedId = form.replied?.id;
  useEffect(() => {
    if (editing || repliedId) field.current?.focus();
  }, [editing, repliedId]);
  if (recorder.state === 'recording' || recorder.state === 'asking')
    return <VoiceBar recorder={recorder} onRecorded={form.sendVoice} />;
  const send = () => {
    typing.stop();
    form.send();
    field.current?.focus();
  };
  const onKey = toKeyHandler({ form, editing, onEditLast, onCancelEdit, isTouchOnly, send });
  return (
    <form
      className="message-composer"
      data-dragged={isDraggedOver ? '' : undefined}
      aria-label={t('Write a message')}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      {...handlers}
    >
      <ContextBar form={form} editing={editing} onCancelEdit={onCancelEdit} />
      <ChosenFiles form={form} />
      {recorder.state === 'denied' && (
        <p className="field-error px-3 pt-2" role="alert">
          {t('Allow this page to use your microphone in your browser settings.')}
        </p>
      )}
      <div className="composer-row">
        {!isRequest && !editing && <AddFiles onFiles={(files) => void form.addFiles(files)} />}
        <MessageField
          field={field}
          value={form.text}
          onChange={(text) => {
            form.change(text);
            if (text.trim() === '') typing.stop();
            else if (!editing) typing.type();
          }}
          onKey={onKey}
          enterKey={isTouchOnly ? 'enter' : 'send'}
          findPeople={findPeople}
        />
        <EmojiButton onChoose={(emoji) => form.change(form.text + emoji)} />
        {form.isEmpty && !editing && !isRequest && isRecordable ? (
          <MicButton recorder={recorder} form={form} />
        ) : (
          <IconButton
            type="submit"
            label={editing ? t('Save') : t('Send')}
            variant="primary"
            disabled={form.isEmpty || form.isTooLong}
          >
            <SendHorizontal size={20} aria-hidden="true" />
          </IconButton>
        )}
      </div>
      {form.isTooLong && (
        <p className="field-error px-3 pb-2" role="alert">
          {t('A message can have at most {max, number} characters.', { max: form.limit })}
        </p>
      )}
    </form>
  );
}

/** Keyboards of phones have emoji. */
function EmojiButton({ onChoose }: { onChoose: (emoji: string) => void }) {
  return (
    <span className="max-md:hidden">
      <LazyPopup
        popup={emojiMenu}
        popupProps={{ onChoose }}
        button={
          <IconButton label={t('Emoji')}>
            <Smile size={20} aria-hidden="true" />
          </IconButton>
        }
      />
    </span>
  );
}

function MicButton({ recorder, form }: { recorder: ReturnType<typeof useVoiceRecorder>; form: MessageForm }) {
  const handlers = useHoldToRecord(recorder, form.sendVoice);
  return (
    <IconButton label={t('Record a voice message')} className="touch-none select-none" {...handlers}>
      <Mic size={20} aria-hidden="true" />
    </IconButton>
  );
}

function AddFiles({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <FileInput
        ref={picker}
        label={t('Choose files')}
        accept={accepted.all}
        multiple
        onFiles={(files) => onFiles(files)}
      />
      <IconButton label={t('Add files')} onClick={() => picker.current?.click()}>
        <Paperclip size={20} aria-hidden="true" />
      </IconButton>
    </>
  );
}

/** Above the field: the message that is being edited or replied to, with a button that ends it. */
function ContextBar({
  form,
  editing,
  onCancelEdit,
}: Pick<MessageComposerProps, 'form' | 'editing' | 'onCancelEdit'>) {
  const { replied } = form;
  const message = editing ?? replied;
  if (!message) return null;
  return (
    <div className="composer-context">
      <span className="min-w-0 flex-1">
        <span className="replied-name">
          {editing ? t('Edit message') : t('Reply to {name}', { name: message.sender.full_name })}
        </span>
        <span className="replied-text" dir="auto">
          {toExcerpt(toReplied(message))}
        </span>
      </span>
      <IconButton
        label={editing ? t('Cancel edit') : t('Cancel reply')}
        size="sm"
        onClick={() => (editing ? onCancelEdit() : form.reply(null))}
      >
        <X size={16} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
