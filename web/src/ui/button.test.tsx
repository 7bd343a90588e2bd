import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Button } from './button.tsx';

afterEach(cleanup);

describe('Button', () => {
  it('ignores presses while loading, keeps the focus and announces it', async () => {
    const press = vi.fn();
    const send = vi.fn((event: React.FormEvent) => event.preventDefault());
    render(
      <form onSubmit={send}>
        <Button type="submit" loading loadingLabel="Saving…" onClick={press}>
          Save
        </Button>
      </form>,
    );
    const button = screen.getByRole('button', { name: /Save/ });
    await userEvent.click(button);
    expect(press).not.toHaveBeenCalled();
    expect(send).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(button);
    expect(button.getAttribute('aria-busy')).toBe('true');
    expect(screen.getByRole('status').textContent).toBe('Saving…');
    // The text stays in the layout (only hidden), so the width does not change.
    expect(button.textContent).toContain('Save');
  });

  it('does not submit a form by default', async () => {
    const send = vi.fn((event: React.FormEvent) => event.preventDefault());
    render(
      <form onSubmit={send}>
        <Button>Help</Button>
        <Button type="submit">Send</Button>
      </form>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Help' }));
    expect(send).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(send).toHaveBeenCalledOnce();
  });

  it('can be a link that is not followed while loading', async () => {
    const follow = vi.fn((event: Event) => event.defaultPrevented);
    const listener = (event: Event) => {
      follow(event);
      event.preventDefault();
    };
    document.addEventListener('click', listener);
    // biome-ignore lint/a11y/useAnchorContent: Button adds the content.
    const link = <a href="/discover" />;
    const { rerender } = render(<Button render={link}>Discover</Button>);
    await userEvent.click(screen.getByRole('link', { name: 'Discover' }));
    rerender(
      <Button render={link} loading>
        Discover
      </Button>,
    );
    await userEvent.click(screen.getByRole('link', { name: /Discover/ }));
    document.removeEventListener('click', listener);
    expect(follow.mock.results.map((result) => result.value)).toEqual([false, true]);
    expect(screen.getByRole('link').getAttribute('type')).toBeNull();
  });
});
