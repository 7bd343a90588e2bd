import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { AddItem } from './added-blocks.ts';
import RichTextEditor from './rich-text-editor.tsx';

afterEach(cleanup);

const id = '01890a5d-ac96-774b-bcce-b302099a8057';

interface EditorProps {
  initial: string;
  addItems: AddItem[];
  onHtml: (html: string) => void;
}

function Editor({ initial, addItems, onHtml }: EditorProps) {
  const [text, setText] = useState(initial);
  const change = (next: string) => {
    onHtml(next);
    setText(next);
  };
  return <RichTextEditor aria-label="Text" value={text} onChange={change} media={{ addItems }} />;
}

/** Opens an editor whose menu offers these items. Returns its HTML. */
async function open(initial: string, addItems: AddItem[] = []) {
  const onHtml = vi.fn();
  render(<Editor initial={initial} addItems={addItems} onHtml={onHtml} />);
  const box = await screen.findByRole('textbox', { name: 'Text' });
  return { box, html: () => String(onHtml.mock.lastCall?.[0] ?? '') };
}

const item = (pick: AddItem['pick']): AddItem => ({ id: 'one', label: 'Add one', icon: null, pick });
const choose = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'ADD' }));
  await userEvent.click(await screen.findByRole('menuitem', { name }));
};

it('The menu of an editor inserts a block, with an empty paragraph after it', async () => {
  const file = { kind: 'file', reference: id, label: 'hours <1>.pdf' } as const;
  const { box, html } = await open('<p>Read</p>', [item((insert) => insert(file))]);
  await choose('Add one');
  await waitFor(() =>
    expect(html()).toContain(`<figure data-file="${id}">hours &lt;1&gt;.pdf</figure><p></p>`),
  );
  expect(box.querySelector('figure')?.textContent).toBe('Filehours <1>.pdf');
});

it('The menu of an editor inserts a part that opens, a paragraph for each line', async () => {
  const details = { summary: 'Transcript', text: 'Hello.\n\n  Goodbye. \n' };
  const { html } = await open('', [item((insert) => insert(details))]);
  await choose('Add one');
  await waitFor(() =>
    expect(html()).toContain(
      '<details><summary>Transcript</summary><div><p>Hello.</p><p>Goodbye.</p></div></details>',
    ),
  );
});

it('An editor keeps the blocks and parts of a stored text', async () => {
  const stored = `<p>A</p><figure data-post="${id}">Welcome</figure><details><summary>More</summary><p>B</p></details><figure data-video="vimeo:123456"></figure>`;
  const link = { kind: 'link', reference: 'https://example.com/', label: 'Hours' } as const;
  const { html } = await open(stored, [item((insert) => insert(link))]);
  await choose('Add one');
  await waitFor(() => expect(html()).toContain('<figure data-link="https://example.com/">Hours</figure>'));
  expect(html()).toContain(`<p>A</p><figure data-post="${id}">Welcome</figure>`);
  expect(html()).toContain('<details><summary>More</summary><div><p>B</p></div></details>');
  expect(html()).toContain('<figure data-video="vimeo:123456"></figure>');
});

it('An editor without blocks has no menu, and drops them', async () => {
  render(
    <RichTextEditor aria-label="Text" value={`<figure data-file="${id}">F</figure>`} onChange={() => {}} />,
  );
  const box = await screen.findByRole('textbox', { name: 'Text' });
  expect(screen.queryByRole('button', { name: 'ADD' })).toBeNull();
  expect(box.querySelector('figure')).toBeNull();
});

it('A table is added with a header and two rows of three cells', async () => {
  const { html } = await open('', [item(() => {})]);
  expect(screen.queryByRole('button', { name: 'Add row' })).toBeNull();
  await choose('Table');
  await waitFor(() => expect(html().match(/<tr>/g)).toHaveLength(3));
  expect(html().match(/<th>/g)).toHaveLength(3);
});
