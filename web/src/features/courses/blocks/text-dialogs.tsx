import { useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { maxBlockLabel, readTextBlock } from '#contract/values/text/text-blocks.ts';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import type { NewBlock, NewDetails } from '#web/ui/rich-text/added-blocks.ts';
import { BlockDialog } from './block-dialog.tsx';

interface DialogProps<Added> {
  onAdd: (added: Added) => void;
  onClose: () => void;
}

/** Returns a typed address with its protocol; null if it leads to no page. */
function readAddress(typed: string): string | null {
  const text = typed.trim();
  const address = /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`;
  const isWord = !/[.:/]/.test(text);
  const url = isWord || /\s/.test(text) ? null : URL.parse(address);
  return url && readTextBlock((name) => (name === 'data-link' ? url.href : null)) ? url.href : null;
}

/** Adds a link that is shown as a card. */
export function LinkDialog({ onAdd, onClose }: DialogProps<NewBlock>) {
  const [address, setAddress] = useState('');
  const [label, setLabel] = useState('');
  const [problem, setProblem] = useState('');
  const add = () => {
    const reference = readAddress(address);
    if (reference) onAdd({ kind: 'link', reference, label: label.trim() });
    else setProblem(t('Enter a valid link.'));
  };
  return (
    <BlockDialog
      title={t('Add resource link')}
      isFilled={address !== '' || label !== ''}
      onAdd={add}
      onClose={onClose}
    >
      <TextField
        label={t('Link')}
        type="url"
        inputMode="url"
        autoComplete="off"
        maxLength={2000}
        value={address}
        error={problem}
        onChange={({ target }) => {
          setAddress(target.value);
          setProblem('');
        }}
      />
      <TextField
        label={t('Title (optional)')}
        autoComplete="off"
        maxLength={maxBlockLabel}
        value={label}
        onChange={({ target }) => setLabel(target.value)}
      />
    </BlockDialog>
  );
}

/** Adds a transcript, which readers open and close. */
export function TranscriptDialog({
  text,
  onText,
  onAdd,
  onClose,
}: DialogProps<NewDetails> & { text: string; onText: (text: string) => void }) {
  const [problem, setProblem] = useState('');
  const add = () => {
    if (text.trim() === '') setProblem(t('Enter the text.'));
    else onAdd({ summary: t('Transcript'), text });
  };
  return (
    <BlockDialog title={t('Add transcript')} isFilled={text !== ''} onAdd={add} onClose={onClose}>
      <TextArea
        label={t('Transcript')}
        hint={t('Readers see it when they press “Transcript”.')}
        rows={8}
        value={text}
        error={problem}
        onChange={({ target }) => {
          onText(target.value);
          setProblem('');
        }}
      />
    </BlockDialog>
  );
}
