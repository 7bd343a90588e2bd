import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { Button } from './button.tsx';

/** What was typed as an address one can follow: `hearth.app` becomes `https://hearth.app`. Undefined: not an address. */
export function toAddress(typed: string): string | undefined {
  const text = typed.trim();
  if (!text || /\s/.test(text)) return undefined;
  if (/^[^/:@]+@[^/@]+\.[^/@]+$/.test(text)) return `mailto:${text}`;
  if (text.startsWith('/')) return text.startsWith('//') ? undefined : text;
  const full = /^[a-z][a-z\d+.-]*:(?!\d)/i.test(text) ? text : `https://${text}`;
  if (!/^(https?|mailto|tel):/i.test(full)) return undefined;
  return URL.canParse(full) ? full : undefined;
}

/** Asks for the address of a link, below the toolbar. */
export function EditorLinkRow({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const old = String(editor.getAttributes('link').href ?? '');
  const [typed, setTyped] = useState(old);
  const [wrong, setWrong] = useState(false);

  const done = () => {
    editor.commands.focus();
    onDone();
  };
  const apply = () => {
    const href = toAddress(typed);
    if (!href) return setWrong(true);
    const chain = editor.chain().focus().extendMarkRange('link');
    // Without a selection the address itself becomes the text.
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
        // biome-ignore lint/a11y/noAutofocus: it opens because its button was pressed.
        autoFocus
        type="url"
        inputMode="url"
        aria-label="Link URL"
        aria-invalid={wrong || undefined}
        placeholder="https://"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setWrong(false);
        }}
        onKeyDown={(event) => {
          // The form around the editor must not be sent, nor the dialog around it closed.
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
        {old ? 'Change' : 'Add link'}
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
          Remove
        </Button>
      )}
      {wrong && (
        <p className="field-error w-full" role="alert">
          Enter a valid link.
        </p>
      )}
    </div>
  );
}
