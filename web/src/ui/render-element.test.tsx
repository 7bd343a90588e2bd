import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createRef, type MouseEvent } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { Button } from './button.tsx';
import { Card } from './card.tsx';

afterEach(cleanup);

it('Renders the own tag with its props, and a ref to it', () => {
  const ref = createRef<HTMLDivElement>();
  render(
    <Card ref={ref} className="mb-4" aria-label="Rules">
      Be kind
    </Card>,
  );
  expect(ref.current?.outerHTML).toBe('<div aria-label="Rules" class="card mb-4">Be kind</div>');
});

it('Renders another element, whose own props win, with the class names and styles of both', () => {
  const ref = createRef<HTMLDivElement>();
  render(
    <Card
      ref={ref}
      id="outer"
      title="Rules"
      className="mb-4"
      style={{ color: 'red', top: 0 }}
      render={<section id="inner" className="grow" style={{ color: 'blue' }} />}
    >
      Be kind
    </Card>,
  );
  const section = screen.getByText('Be kind');
  expect(ref.current).toBe(section);
  expect([section.tagName, section.id, section.title]).toEqual(['SECTION', 'inner', 'Rules']);
  expect(section.className).toBe('card mb-4 grow');
  expect([section.style.color, section.style.top]).toEqual(['blue', '0px']);
});

it('Keeps the content of the other element', () => {
  render(<Button render={<a href="/">Home</a>} />);
  expect(screen.getByRole('link', { name: 'Home' }).className).toBe('btn');
});

it('Runs the event handlers of both, those of the other element first', async () => {
  const order: string[] = [];
  const note = (event: MouseEvent, who: string) => {
    event.preventDefault();
    order.push(who);
  };
  render(
    <Button
      onClick={(event) => note(event, 'button')}
      render={<a href="/top" onClick={(event) => note(event, 'link')} />}
    >
      Top
    </Button>,
  );
  await userEvent.click(screen.getByRole('link', { name: 'Top' }));
  expect(order).toEqual(['link', 'button']);
  const press = vi.fn();
  render(
    <Button disabled onClick={press} render={<a href="#end" />}>
      End
    </Button>,
  );
  await userEvent.click(screen.getByRole('link', { name: 'End' }));
  expect(press).not.toHaveBeenCalled();
});
