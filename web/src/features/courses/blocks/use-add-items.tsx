import { CirclePlay, FileText, Link2, MessageSquareText, Paperclip } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { YoutubeVideoDialog } from '#web/features/videos/index.ts';
import type { AddItem, NewBlock, NewDetails } from '#web/ui/rich-text/added-blocks.ts';
import { FileDialog } from './file-dialog.tsx';
import { PinPostDialog } from './pin-post-dialog.tsx';
import { LinkDialog, TranscriptDialog } from './text-dialogs.tsx';

type Insert = (added: NewBlock | NewDetails) => void;

interface DialogInput {
  space: { id: string; subdomain: string };
  /** The transcript that was typed and not added. */
  transcript: { text: string; onText: (text: string) => void };
  onAdd: Insert;
  onClose: () => void;
}

/** What can be added to a page, in the order of the menu, with its dialog. */
const added = [
  {
    id: 'link',
    label: () => t('Add resource link'),
    icon: Link2,
    render: ({ onAdd, onClose }: DialogInput) => <LinkDialog onAdd={onAdd} onClose={onClose} />,
  },
  {
    id: 'file',
    label: () => t('Add resource file'),
    icon: Paperclip,
    render: ({ space, onAdd, onClose }: DialogInput) => (
      <FileDialog spaceId={space.id} onAdd={onAdd} onClose={onClose} />
    ),
  },
  {
    id: 'transcript',
    label: () => t('Add transcript'),
    icon: FileText,
    render: ({ transcript, onAdd, onClose }: DialogInput) => (
      <TranscriptDialog {...transcript} onAdd={onAdd} onClose={onClose} />
    ),
  },
  {
    id: 'post',
    label: () => t('Pin community post'),
    icon: MessageSquareText,
    render: ({ space, onAdd, onClose }: DialogInput) => (
      <PinPostDialog space={space} onAdd={onAdd} onClose={onClose} />
    ),
  },
  {
    id: 'youtube',
    label: () => t('Add YouTube video'),
    icon: CirclePlay,
    render: ({ onAdd, onClose }: DialogInput) => (
      <YoutubeVideoDialog
        onAdd={(reference) => onAdd({ kind: 'video', reference, label: '' })}
        onClose={onClose}
      />
    ),
  },
] as const;

/** Returns what the menu ADD of a page offers, and the dialog that is open. */
export function useAddItems(space: { id: string; subdomain: string }): {
  items: AddItem[];
  dialog: ReactNode;
} {
  const [open, setOpen] = useState<{ id: string; insert: Insert } | null>(null);
  // It can be long: whoever closes the dialog finds it again.
  const [transcript, setTranscript] = useState('');
  const close = () => setOpen(null);
  const item = added.find(({ id }) => id === open?.id);
  return {
    items: added.map(({ id, label, icon: Icon }) => ({
      id,
      label: label(),
      icon: <Icon size={18} aria-hidden="true" />,
      pick: (insert) => setOpen({ id, insert }),
    })),
    dialog:
      open &&
      item?.render({
        space,
        transcript: { text: transcript, onText: setTranscript },
        onClose: close,
        onAdd: (block) => {
          close();
          if (open.id === 'transcript') setTranscript('');
          open.insert(block);
        },
      }),
  };
}
