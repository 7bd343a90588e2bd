import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { TextWithVideos } from './text-with-videos.tsx';

afterEach(cleanup);

const show = (html: string) =>
  render(<TextWithVideos html={html} renderUpload={(id) => <p>Upload {id}</p>} />);

describe('A text with videos', () => {
  it('loads the player of another site only when it is started', () => {
    const { container } = show('<p>Text</p><figure data-video="youtube:dQw4w9WgXcQ"></figure>');
    expect(container.querySelector('iframe, img')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Play video from YouTube' }));
    const frame = container.querySelector('iframe');
    expect(frame?.src).toBe('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0');
    expect(frame?.getAttribute('sandbox')).not.toContain('allow-top-navigation');
    expect(frame?.getAttribute('referrerpolicy')).toBe('strict-origin-when-cross-origin');
  });

  it('shows each video in its place, also after an edit', () => {
    const id = '01890a5d-ac96-774b-bcce-b302099a8057';
    const { container, rerender } = show('<figure data-video="vimeo:123456"></figure>');
    expect(container.querySelectorAll('figure button')).toHaveLength(1);
    const html = `<figure data-video="upload:${id}"></figure><p>A</p><figure data-video="loom:abc"></figure>`;
    rerender(<TextWithVideos html={html} renderUpload={(one) => <p>Upload {one}</p>} />);
    const [first, second] = container.querySelectorAll('figure');
    expect(first?.textContent).toBe(`Upload ${id}`);
    expect(second?.textContent).toBe('Play video from Loom');
  });

  it('shows nothing for a reference that is none', () => {
    expect(
      show('<figure data-video="javascript:x"></figure>').container.querySelector('figure *'),
    ).toBeNull();
  });
});
