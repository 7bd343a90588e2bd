import { cleanup, render } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { TextWithBlocks } from './text-with-blocks.tsx';

afterEach(cleanup);

const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const textOf = (html: string) => (
  <StrictMode>
    <TextWithBlocks
      html={html}
      renderBlock={({ kind, reference, label }) => <p>{`${kind} ${reference} ${label}`}</p>}
    />
  </StrictMode>
);

it('A text shows each block in its place, without the label that stood there, also after an edit', () => {
  const { container, rerender } = render(
    textOf(`<p>A</p><figure data-file="${id}">handbook.pdf</figure><p>B</p>`),
  );
  expect(container.textContent).toBe(`Afile ${id} handbook.pdfB`);
  rerender(
    textOf(`<figure data-post="${id}">Welcome</figure><figure data-link="https://a.example">Hours</figure>`),
  );
  expect([...container.querySelectorAll('figure')].map(({ textContent }) => textContent)).toEqual([
    `post ${id} Welcome`,
    'link https://a.example Hours',
  ]);
});

it('A text shows nothing for a reference that is none', () => {
  const { container } = render(
    textOf('<figure data-video="javascript:x"></figure><figure data-link="javascript:x"></figure>'),
  );
  expect(container.querySelector('figure *')).toBeNull();
});
