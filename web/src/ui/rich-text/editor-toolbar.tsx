import '#web/styles/lazy/writing.css';
import { Toolbar as Base } from '@base-ui/react/toolbar';
import { type Editor, useEditorState } from '@tiptap/react';
import {
  Bold,
  Code,
  Heading2,
  Heading3,
  ImagePlus,
  Italic,
  Link2,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  Quote,
  Strikethrough,
  Video,
} from 'lucide-react';
import { Fragment } from 'react';
import { type Message, msg, t } from '#contract/i18n/translate.ts';
import { IconButton } from '../icon-button.tsx';
import { AddMenu } from './add-menu.tsx';
import type { AddItem } from './added-blocks.ts';

type Chain = ReturnType<Editor['chain']>;

interface Tool {
  id: string;
  label: Message;
  icon: LucideIcon;
  /** Arguments of `isActive`. */
  active?: [name: string, attributes?: Record<string, unknown>];
  run: (chain: Chain) => Chain;
  /** Also in the short toolbar. */
  short?: boolean;
}

const TOOLS: Tool[][] = [
  [
    {
      id: 'heading',
      label: msg('Heading'),
      icon: Heading2,
      active: ['heading', { level: 2 }],
      run: (chain) => chain.toggleHeading({ level: 2 }),
    },
    {
      id: 'small-heading',
      label: msg('Small heading'),
      icon: Heading3,
      active: ['heading', { level: 3 }],
      run: (chain) => chain.toggleHeading({ level: 3 }),
    },
  ],
  [
    {
      id: 'bold',
      label: msg('Bold'),
      icon: Bold,
      active: ['bold'],
      run: (chain) => chain.toggleBold(),
      short: true,
    },
    {
      id: 'italic',
      label: msg('Italic'),
      icon: Italic,
      active: ['italic'],
      run: (chain) => chain.toggleItalic(),
      short: true,
    },
    {
      id: 'strikethrough',
      label: msg('Strikethrough'),
      icon: Strikethrough,
      active: ['strike'],
      run: (chain) => chain.toggleStrike(),
    },
    { id: 'code', label: msg('Code'), icon: Code, active: ['code'], run: (chain) => chain.toggleCode() },
  ],
  [
    {
      id: 'bullet-list',
      label: msg('Bullet list'),
      icon: List,
      active: ['bulletList'],
      run: (chain) => chain.toggleBulletList(),
      short: true,
    },
    {
      id: 'numbered-list',
      label: msg('Numbered list'),
      icon: ListOrdered,
      active: ['orderedList'],
      run: (chain) => chain.toggleOrderedList(),
    },
    {
      id: 'quote',
      label: msg('Quote'),
      icon: Quote,
      active: ['blockquote'],
      run: (chain) => chain.toggleBlockquote(),
    },
    { id: 'divider', label: msg('Divider'), icon: Minus, run: (chain) => chain.setHorizontalRule() },
  ],
];

export interface EditorToolbarProps {
  editor: Editor;
  kind: 'short' | 'full';
  /** The link row is open. */
  linkOpen: boolean;
  onLink: () => void;
  /** Omit it where images are not accepted. */
  onImage?: () => void;
  /** Omit it where videos are not accepted. */
  onVideo?: () => void;
  /** What the menu ADD offers; without items there is none. */
  addItems?: readonly AddItem[];
}

/** The formatting toolbar. A single Tab stop; arrow keys move between the buttons. */
export function EditorToolbar({
  editor,
  kind,
  linkOpen,
  onLink,
  onImage,
  onVideo,
  addItems = [],
}: EditorToolbarProps) {
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      link: now.isActive('link'),
      ...Object.fromEntries(
        TOOLS.flat().map((tool) => [tool.id, tool.active ? now.isActive(...tool.active) : undefined]),
      ),
    }),
  }) as Record<string, boolean | undefined>;

  const groups = TOOLS.map((group) => group.filter((tool) => kind === 'full' || tool.short)).filter(
    (group) => group.length > 0,
  );
  return (
    <Base.Root className="editor-bar" aria-label={t('Formatting')}>
      {groups.map((group) => (
        <Fragment key={group[0]?.id}>
          {group.map(({ id, label, icon: Icon, run }) => (
            <Base.Button
              key={id}
              onClick={() => run(editor.chain().focus()).run()}
              render={
                <IconButton label={t(label)} size="sm" pressed={active[id]}>
                  <Icon size={18} aria-hidden="true" />
                </IconButton>
              }
            />
          ))}
          <Base.Separator className="editor-line" />
        </Fragment>
      ))}
      <Base.Button
        onClick={onLink}
        render={
          <IconButton label={t('Link')} size="sm" pressed={linkOpen || active.link === true}>
            <Link2 size={18} aria-hidden="true" />
          </IconButton>
        }
      />
      {onImage && (
        <Base.Button
          onClick={onImage}
          render={
            <IconButton label={t('Image')} size="sm">
              <ImagePlus size={18} aria-hidden="true" />
            </IconButton>
          }
        />
      )}
      {onVideo && (
        <Base.Button
          onClick={onVideo}
          render={
            <IconButton label={t('Video')} size="sm">
              <Video size={18} aria-hidden="true" />
            </IconButton>
          }
        />
      )}
      {addItems.length > 0 && <AddMenu editor={editor} items={addItems} />}
    </Base.Root>
  );
}
