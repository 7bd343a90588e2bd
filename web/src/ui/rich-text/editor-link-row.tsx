import '#web/styles/lazy/fields.css';
import '#web/styles/lazy/writing.css';
import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { hasLinkScheme } from '#contract/values/text/link-schemes.ts';
import { Button } from '../button.tsx';

/** Completes a typed URL: `hearth.app` becomes `https://hearth.app`. Returns undefined if it is invalid. */
export function toAddress(typed: string): string | undefined {
  const text = typed.trim();
  if (!text || /\s/.test(text)) return undefined;
  if (/^[^/:@]+@[^/@]+\.[^/@]+$/.test(text)) return `mailto:${text}`;
  if (text.startsWith('/')) return text.startsWith('//') ? undefined : text;
  const full = /^[a-z][a-z\d+.-]*:(?!\d)/i.test(text) ? text : `https://${text}`;
  return hasLinkScheme(full) && URL.canParse(full) ? full : undefined;
}

/** Form row below the toolbar for the URL of a link. */
export function EditorLinkRow({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const old = String(editor.getAttributes('link').href ?? '');
  const [typed, setTyped] = useState(old);
  const [isInvalid, setInvalid] = useState(false);

  const done = () => {
    editor.commands.focus();
    onDone();
  };
  const apply = () => {
    const href = toAddress(typed);
    if (!href) return setInvalid(true);
    const chain = editor.chain().focus().extendMarkRange('link');
    // Without a selection the URL becomes the text.
    if (editor.state.selection.empty && !old) {
      chain.insertContent({ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href } }] });
    } else {
      chain.setLink({ href });
    }
    chain.run();
    done();
  };
  return (
    <div className="editor-row">
      <input
        // biome-ignore lint/a11y/noAutofocus: the row was opened by its button.
        autoFocus
        type="url"
        inputMode="url"
        aria-label={t('Link URL')}
        aria-invalid={isInvalid || undefined}
        placeholder="https://"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setInvalid(false);
        }}
        onKeyDown={(event) => {
          // Keeps Enter and Esc from submitting or closing the surrounding form or dialog.
          if (event.key === 'Enter') {
            event.preventDefault();
            apply();
          } else if (event.key === 'Escape') {
            event.stopPropagation();
            done();
          }
        }}
      />
      <Button size="sm" variant="primary" onClick={apply}>
        {old ? t('Change') : t('Add link')}
      </Button>
      {old && (
        <Button
          size="sm"
          variant="quiet"
          onClick={() => {
            editor.chain().focus().extendMarkRange('link').unsetLink().run();
            done();
          }}
        >
          {t('Remove')}
        </Button>
      )}
      {isInvalid && (
        <p className="field-error w-full" role="alert">
          {t('Enter a valid link.')}
        </p>
      )}
    </div>
  );
}
