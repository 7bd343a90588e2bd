import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { TextArea } from './text-area.tsx';
import { TextField } from './text-field.tsx';
import { fitInsertion } from './use-character-limit.ts';

afterEach(cleanup);

function Controlled({ long = false }) {
  const [value, setValue] = useState('');
  const Field = long ? TextArea : TextField;
  return (
    <Field
      label="Title"
      maxLength={5}
      value={value}
      onChange={(event: { target: { value: string } }) => setValue(event.target.value)}
    />
  );
}

const box = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' });

describe('A field with a character limit', () => {
  it.each([
    { name: 'single-line', long: false },
    { name: 'multi-line', long: true },
  ])('counts an emoji as one character in a $name field', async ({ long }) => {
    render(<Controlled long={long} />);
    await userEvent.click(box());
    await userEvent.paste('😀😀😀😀');
    expect(box().value).toBe('😀😀😀😀');
    await userEvent.paste('😀😀');
    expect(box().value).toBe('😀😀😀😀😀');
    await userEvent.keyboard('x');
    expect(box().value).toBe('😀😀😀😀😀');
  });

  it('rejects text inserted in the middle of a full field and keeps the rest', async () => {
    render(<Controlled />);
    await userEvent.type(box(), 'abcde');
    box().setSelectionRange(2, 2);
    await userEvent.keyboard('x');
    expect([box().value, box().selectionStart]).toEqual(['abcde', 2]);
  });

  it('waits until a composed word is complete', () => {
    render(<Controlled />);
    fireEvent.focus(box());
    fireEvent.compositionStart(box());
    fireEvent.input(box(), { target: { value: 'にほんごご' }, isComposing: true });
    fireEvent.input(box(), { target: { value: 'にほんごごご' }, isComposing: true });
    expect(box().value).toBe('にほんごごご');
    fireEvent.compositionEnd(box());
    expect(box().value).toBe('にほんごご');
  });

  it('lets text that is already too long be shortened', () => {
    expect(fitInsertion('abcdefgh', 'abcdefg', 7, 5)).toEqual({ text: 'abcdefg', caret: 7 });
    expect(fitInsertion('abcdefgh', 'abcdefghi', 9, 5)).toEqual({ text: 'abcdefgh', caret: 8 });
  });
});
