import type {
  MentionedPerson,
  Message,
  MessageAttachment,
  RepliedMessage,
  VoiceShape,
} from '#contract/features/chat/messages.ts';
import type { ImageFile, StoredFile } from '#contract/features/uploads/uploads.ts';
import { toPendingId, type UnsentFile, type UnsentMessage } from '../composer/message-outbox.ts';
import { toReplied } from '../messages/replied-message.ts';

/** A message as its bubble shows it, sent or not. */
export interface ShownMessage {
  id: string;
  content: string;
  /** The names of the people that the text mentions, by username. Others stay text. */
  names: ReadonlyMap<string, string>;
  images: ImageFile[];
  files: StoredFile[];
  voice: { url: string; shape: VoiceShape } | null;
  reply_to: RepliedMessage | null;
  at: string;
  is_edited: boolean;
}

/** Divides attachments into those that are shown as images, as files, and the recording of a voice message. */
function divide(attachments: readonly MessageAttachment[]) {
  return {
    images: attachments.filter((one) => one.kind === 'image'),
    files: attachments.filter((one): one is StoredFile => one.kind === 'document' || one.kind === 'video'),
    recording: attachments.find((one) => one.kind === 'audio'),
  };
}

const toNames = (people: readonly Pick<MentionedPerson, 'username' | 'full_name'>[]) =>
  new Map(people.map(({ username, full_name }) => [username.toLowerCase(), full_name]));

export function toShownMessage(message: Message): ShownMessage {
  const { id, content, mentions, attachments, voice, reply_to, created_at, is_edited } = message;
  const { images, files, recording } = divide(attachments);
  return {
    id,
    content,
    names: toNames(mentions),
    images,
    files,
    voice: voice && recording ? { url: recording.url, shape: voice } : null,
    reply_to,
    at: created_at,
    is_edited,
  };
}

const addresses = new WeakMap<Blob, string>();

/** Returns an address of a file that is still in the browser. It stays valid until the page is left. */
export function toBlobUrl(file: Blob): string {
  const known = addresses.get(file);
  if (known !== undefined) return known;
  const url = URL.createObjectURL(file);
  addresses.set(file, url);
  return url;
}

function toAttachment({ name, file, kind, size }: UnsentFile, index: number): ImageFile | StoredFile {
  const base = { id: `${index}`, file_name: name, url: toBlobUrl(file) };
  if (kind !== 'image') return { ...base, kind, mime_type: file.type, byte_size: file.size };
  return { ...base, kind, width: size?.width ?? 4, height: size?.height ?? 3, color: '#8a8a84', sizes: [] };
}

/** `replied` is the message that it replies to as it is now, if it's loaded: it may have been edited or deleted since. */
export function toShownPending(
  item: UnsentMessage,
  replied: Message | undefined,
  participants: readonly Pick<MentionedPerson, 'username' | 'full_name'>[],
): ShownMessage {
  const { client_id, content, files, voice, at } = item;
  const [recording] = files;
  const attachments = voice ? [] : files.map(toAttachment);
  return {
    id: toPendingId(client_id),
    content,
    // The server knows the participants that aren't loaded.
    names: toNames(participants),
    images: attachments.filter((one) => one.kind === 'image'),
    files: attachments.filter((one) => one.kind !== 'image'),
    voice: voice && recording ? { url: toBlobUrl(recording.file), shape: voice } : null,
    reply_to: replied ? toReplied(replied) : item.reply_to,
    at,
    is_edited: false,
  };
}
