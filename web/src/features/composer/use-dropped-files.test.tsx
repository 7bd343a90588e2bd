import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useDroppedFiles } from './use-dropped-files.ts';

const add = vi.fn();
beforeEach(() => void add.mockReset());
afterEach(cleanup);

function Form({ isLocked = false }: { isLocked?: boolean }) {
  const { isDraggedOver, handlers } = useDroppedFiles(isLocked, add);
  return (
    <form aria-label="Post" {...handlers} data-over={isDraggedOver}>
      <textarea aria-label="Text" />
    </form>
  );
}
const form = () => screen.getByRole('form', { name: 'Post' });
const field = () => screen.getByRole('textbox', { name: 'Text' });
const isOver = () => form().dataset.over === 'true';

/** jsdom has no drag events, so this property has to be added. */
function leaveTo(relatedTarget: Element) {
  const event = createEvent.dragLeave(form(), { dataTransfer: files });
  fireEvent(form(), Object.defineProperty(event, 'relatedTarget', { value: relatedTarget }));
}

const plan = new File(['x'], 'plan.pdf');
const dataOf = (files: File[], types: string[]) => ({ files, types });
const files = dataOf([plan], ['Files']);
const text = dataOf([], ['text/plain']);

describe('pasting', () => {
  it.each([
    ['files', files, true],
    ['text', text, false],
    // A word processor copies the text as an image, too.
    ['text with an image of it', dataOf([plan], ['text/plain', 'Files']), false],
  ])('%s', (_name, clipboardData, isAdded) => {
    render(<Form />);
    expect(fireEvent.paste(field(), { clipboardData })).toBe(!isAdded);
    expect(add.mock.calls).toEqual(isAdded ? [[[plan]]] : []);
  });

  it('files while the form is being sent neither adds them nor puts them into the text', () => {
    render(<Form isLocked />);
    expect(fireEvent.paste(field(), { clipboardData: files })).toBe(false);
    expect(add).not.toHaveBeenCalled();
  });
});

describe('dragging', () => {
  it.each(['dragEnter', 'dragOver'] as const)('files over the form marks it (%s)', (type) => {
    render(<Form />);
    expect(fireEvent[type](field(), { dataTransfer: files })).toBe(false);
    expect(isOver()).toBe(true);
  });

  it('text over the form leaves it to the browser', () => {
    render(<Form />);
    expect(fireEvent.dragOver(field(), { dataTransfer: text })).toBe(true);
    expect(isOver()).toBe(false);
  });

  it('ends when the files leave the form, not when they move within it', () => {
    render(<Form />);
    fireEvent.dragEnter(form(), { dataTransfer: files });
    leaveTo(field());
    expect(isOver()).toBe(true);
    leaveTo(document.body);
    expect(isOver()).toBe(false);
  });
});

describe('dropping', () => {
  it('files adds them', () => {
    render(<Form />);
    fireEvent.dragEnter(form(), { dataTransfer: files });
    expect(fireEvent.drop(field(), { dataTransfer: files })).toBe(false);
    expect(add.mock.calls).toEqual([[[plan]]]);
    expect(isOver()).toBe(false);
  });

  it('files while the form is being sent neither adds nor opens them', () => {
    render(<Form isLocked />);
    expect(fireEvent.drop(field(), { dataTransfer: files })).toBe(false);
    expect(add).not.toHaveBeenCalled();
  });

  it('text leaves it to the editor', () => {
    render(<Form />);
    expect(fireEvent.drop(field(), { dataTransfer: text })).toBe(true);
    expect(add).not.toHaveBeenCalled();
  });
});
