import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { FormEvent } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { toAddress } from './editor-link-row.tsx';
import { cleanPastedHtml } from './paste-html.ts';
import RichTextEditor from './rich-text-editor.tsx';

afterEach(cleanup);

describe('RichTextEditor', () => {
  it('shows its value without unsupported content', async () => {
    render(
      <RichTextEditor aria-label="Post" value="<h2>Hi</h2><script>x</script>" onChange={() => undefined} />,
    );
    const box = await screen.findByRole('textbox', { name: 'Post' });
    expect(box.querySelector('h2')?.textContent).toBe('Hi');
    expect(box.querySelector('script')).toBeNull();
    expect(document.querySelector('style[data-tiptap-style]')).toBeNull();
  });

  it('submits the form around it with Ctrl+Enter, once, and inserts no line break', async () => {
    const [change, submit] = [vi.fn(), vi.fn((event: FormEvent) => event.preventDefault())];
    render(
      <form onSubmit={submit}>
        <RichTextEditor aria-label="Comment" value="" onChange={change} autoFocus />
      </form>,
    );
    const box = await screen.findByRole('textbox', { name: 'Comment' });
    box.focus();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(submit).toHaveBeenCalledOnce();
    expect(change).not.toHaveBeenCalled();
  });

  it.each([
    ['at the end of a short text', {}, 'Second'],
    ['at the beginning of a document, which may be long', { media: { addItems: [] } }, 'First'],
  ])('starts %s', async (_where, props, paragraph) => {
    const value = '<p>First</p><p>Second</p>';
    render(<RichTextEditor aria-label="Text" value={value} onChange={() => {}} autoFocus {...props} />);
    await screen.findByRole('textbox', { name: 'Text' });
    await waitFor(() => expect(document.getSelection()?.anchorNode?.textContent).toBe(paragraph));
  });

  it('can be emptied by the parent without calling onChange', async () => {
    const change = vi.fn();
    const { rerender } = render(<RichTextEditor aria-label="Post" value="<p>Draft</p>" onChange={change} />);
    const box = await screen.findByRole('textbox', { name: 'Post' });
    rerender(<RichTextEditor aria-label="Post" value="" onChange={change} />);
    await waitFor(() => expect(box.textContent).toBe(''));
    expect(change).not.toHaveBeenCalled();
  });

  it('uploads an image through the caller and inserts it', async () => {
    const change = vi.fn();
    const size = { width: 800, height: 450 };
    const pick = vi.fn(async (file: File) => ({ src: `/files/${file.name}`, alt: 'A hill', ...size }));
    render(<RichTextEditor aria-label="Post" value="" onChange={change} media={{ pickImage: pick }} />);
    await screen.findByRole('textbox', { name: 'Post' });
    const file = new File(['x'], 'hill.png', { type: 'image/png' });
    await userEvent.upload(screen.getByLabelText('Image', { selector: 'input' }), file);
    await waitFor(() => expect(change).toHaveBeenCalled());
    expect(change.mock.lastCall?.[0]).toContain(
      '<img src="/files/hill.png" alt="A hill" width="800" height="450">',
    );
  });

  it('shows an error when an image upload fails, until one writes on', async () => {
    const pick = () => Promise.reject(new Error('Larger than 5 MB.'));
    render(
      <RichTextEditor aria-label="Post" value="" onChange={() => undefined} media={{ pickImage: pick }} />,
    );
    await screen.findByRole('textbox', { name: 'Post' });
    const file = new File(['x'], 'hill.png', { type: 'image/png' });
    await userEvent.upload(screen.getByLabelText('Image', { selector: 'input' }), file);
    expect(await screen.findByText('Larger than 5 MB.')).toBeTruthy();
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'Post' }), { key: 'a' });
    expect(screen.queryByText('Larger than 5 MB.')).toBeNull();
  });

  it('shows why a file that is no image is not inserted, once', async () => {
    const pick = vi.fn(async (file: File) => Promise.reject(new Error(`${file.name} is no image.`)));
    render(
      <RichTextEditor aria-label="Post" value="" onChange={() => undefined} media={{ pickImage: pick }} />,
    );
    await screen.findByRole('textbox', { name: 'Post' });
    const files = ['a.pdf', 'b.pdf'].map((name) => new File(['x'], name, { type: 'application/pdf' }));
    await userEvent
      .setup({ applyAccept: false })
      .upload(screen.getByLabelText('Image', { selector: 'input' }), files);
    expect(await screen.findByText('a.pdf is no image.')).toBeTruthy();
    expect(pick).toHaveBeenCalledTimes(1);
  });

  it('keeps the tables, headings, lists and links of pasted content', async () => {
    const word =
      '<h1>Plan</h1><table class=MsoTableGrid border=1><thead><tr><td colspan=2 width=200><p class=MsoNormal>Head</p></td></tr>' +
      '</thead><tr><td rowspan=2><p>One</p></td><th onclick="x()">Two</th></tr><tr><td>Three</td></tr></table><ul><li>Point</li></ul>';
    const docs =
      '<b style="font-weight:normal" id="docs-internal-guid-2"><div dir="ltr"><table><colgroup><col width="100"></colgroup>' +
      '<tbody><tr><td><p><a href="https://a.example/"><span style="font-weight:700">Cell</span></a></p></td></tr></tbody></table></div></b>';
    const change = vi.fn();
    render(
      <RichTextEditor
        aria-label="Post"
        value={cleanPastedHtml(word) + cleanPastedHtml(docs)}
        onChange={change}
        autoFocus
      />,
    );
    const box = await screen.findByRole('textbox', { name: 'Post' });
    const cells = [...box.querySelectorAll('table td, table th')];
    expect(cells.map((cell) => [cell.localName, cell.textContent])).toEqual([
      ['td', 'Head'],
      ['td', 'One'],
      ['th', 'Two'],
      ['td', 'Three'],
      ['td', 'Cell'],
    ]);
    expect(cells[0]?.getAttribute('colspan')).toBe('2');
    expect(cells[1]?.getAttribute('rowspan')).toBe('2');
    expect(cells[2]?.attributes.length).toBe(0);
    expect(box.querySelector('td a strong, td strong a')?.textContent).toBe('Cell');
    expect(box.querySelector('h2')?.textContent).toBe('Plan');
    expect(box.querySelector('ul li')?.textContent).toBe('Point');
  });

  it('shows the remaining characters near the limit and marks text that is too long', async () => {
    const { rerender } = render(
      <RichTextEditor aria-label="Post" value="<p>123456789</p>" maxLength={10} onChange={() => undefined} />,
    );
    expect(await screen.findByText('1 left')).toBeTruthy();
    rerender(
      <RichTextEditor
        aria-label="Post"
        value="<p>123456789012</p>"
        maxLength={10}
        onChange={() => undefined}
      />,
    );
    expect(await screen.findByText('2 over the limit')).toBeTruthy();
    // Counts characters, and one space between blocks, like the server.
    rerender(
      <RichTextEditor
        aria-label="Post"
        value="<p>😀😀😀😀</p><p>😀😀😀😀</p>"
        maxLength={10}
        onChange={() => undefined}
      />,
    );
    expect(await screen.findByText('1 left')).toBeTruthy();
  });

  it('has a toolbar with arrow key navigation', async () => {
    render(<RichTextEditor aria-label="Post" value="" onChange={() => undefined} />);
    const heading = await screen.findByRole('button', { name: 'Heading' });
    heading.focus();
    await userEvent.keyboard('{ArrowRight}');
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Small heading' })),
    );
  });
});

describe('cleanPastedHtml', () => {
  const shape = (html: string) => cleanPastedHtml(html).replace(/\s+/g, ' ').replace(/> </g, '><').trim();

  it('rebuilds nested and numbered lists from Word', () => {
    const item = (level: number, marker: string, text: string) =>
      `<p class=MsoListParagraph style='text-indent:-18pt;mso-list:l0 level${level} lfo1'>` +
      `<![if !supportLists]><span style='mso-list:Ignore'>${marker}<span>&nbsp;</span></span><![endif]>${text}</p>`;
    const html = `<html><body><!--StartFragment--><p class=MsoNormal>Before</p>${item(1, '·', 'One')}
      ${item(2, '1.', 'Inner')}${item(1, '·', 'Two')}<p class=MsoNormal>After</p><!--EndFragment--></body></html>`;
    const body = new DOMParser().parseFromString(cleanPastedHtml(html), 'text/html').body;
    expect([...body.children].map((element) => element.localName)).toEqual(['p', 'ul', 'p']);
    const list = body.querySelector('ul');
    expect([...(list?.children ?? [])].map((li) => li.querySelector('p')?.textContent)).toEqual([
      'One',
      'Two',
    ]);
    expect(list?.querySelector('li > ol > li')?.textContent).toBe('Inner');
  });

  it('keeps headings and links, and drops styles and unknown elements from Word', () => {
    const html =
      '<style>p{}</style><p class="MsoTitle">Title</p><h1>Chapter</h1><p class="MsoHeading3">Part</p>' +
      '<p class="MsoNormal">See <a href="https://a.example/">this</a><o:p></o:p></p>';
    expect(shape(html)).toBe(
      '<h2>Title</h2><h2>Chapter</h2><h3>Part</h3>' +
        '<p class="MsoNormal">See <a href="https://a.example/">this</a></p>',
    );
  });

  it('removes the wrapper of Google Docs', () => {
    const html =
      '<b style="font-weight:normal" id="docs-internal-guid-1"><h2>A</h2><ul><li><p>B</p></li></ul></b>';
    expect(shape(html)).toBe('<h2>A</h2><ul><li><p>B</p></li></ul>');
  });
});

describe('toAddress', () => {
  it.each([
    ['hearth.app', 'https://hearth.app'],
    ['localhost:3000/x', 'https://localhost:3000/x'],
    ['http://a.example/b?c', 'http://a.example/b?c'],
    ['ada@a.example', 'mailto:ada@a.example'],
    ['/analog/about', '/analog/about'],
    ['javascript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    ['//evil.example', undefined],
    ['two words', undefined],
    ['', undefined],
  ])('%j is %j', (typed, address) => expect(toAddress(typed)).toBe(address));
});
