import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { VideoBlock } from './video-block.tsx';

afterEach(cleanup);

const show = (reference: string) =>
  render(<VideoBlock reference={reference} renderUpload={(id) => <p>Upload {id}</p>} />);

describe('A video in a text', () => {
  it('loads the player of another site only when it is started', () => {
    const { container } = show('youtube:dQw4w9WgXcQ');
    expect(container.querySelector('iframe, img')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Play video from YouTube' }));
    const frame = container.querySelector('iframe');
    expect(frame?.src).toBe('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0');
    expect(frame?.getAttribute('sandbox')).not.toContain('allow-top-navigation');
    expect(frame?.getAttribute('referrerpolicy')).toBe('strict-origin-when-cross-origin');
  });

  it('can be an upload', () => {
    const id = '01890a5d-ac96-774b-bcce-b302099a8057';
    expect(show(`upload:${id}`).container.textContent).toBe(`Upload ${id}`);
  });

  it('shows nothing for a reference that is none', () => {
    expect(show('javascript:x').container.innerHTML).toBe('');
  });
});
