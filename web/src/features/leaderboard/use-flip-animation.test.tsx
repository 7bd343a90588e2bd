import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useFlipAnimation } from './use-flip-animation.ts';

const animate = vi.fn();
const matchMedia = vi.fn();

beforeEach(() => {
  animate.mockReset();
  matchMedia.mockReset().mockReturnValue({ matches: false });
  vi.stubGlobal('matchMedia', matchMedia);
  HTMLElement.prototype.animate = function (this: HTMLElement, ...args: unknown[]) {
    animate(this.dataset.row, ...args);
    return {} as Animation;
  } as typeof HTMLElement.prototype.animate;
  // Rows are 10 pixels high.
  vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function (this: HTMLElement) {
    return [...(this.parentElement?.children ?? [])].indexOf(this) * 10;
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Reflect.deleteProperty(HTMLElement.prototype, 'animate');
});

function List({ names, isShown = true }: { names: string[]; isShown?: boolean }) {
  const list = useFlipAnimation<HTMLUListElement>();
  if (!isShown) return null;
  return (
    <ul ref={list}>
      {names.map((name) => (
        <li key={name} data-row={name}>
          <span>{name}</span>
        </li>
      ))}
    </ul>
  );
}

it('moves each row from its previous position to the new one, and leaves the others alone', () => {
  const { rerender } = render(<List names={['a', 'b', 'c', 'd']} />);
  expect(animate).not.toHaveBeenCalled();
  rerender(<List names={['a', 'c', 'd', 'b', 'e']} />);
  const move = (pixels: number) => [{ transform: `translateY(${pixels}px)` }, { transform: 'none' }];
  expect(animate.mock.calls.map(([row, frames]) => [row, frames])).toEqual([
    ['c', move(10)],
    ['d', move(10)],
    ['b', move(-20)],
  ]);
  expect(animate.mock.calls[0]?.[2]).toMatchObject({ duration: 200 });
});

it('starts from the latest positions', () => {
  const { rerender } = render(<List names={['a', 'b']} />);
  rerender(<List names={['b', 'a']} />);
  animate.mockReset();
  rerender(<List names={['b', 'a']} />);
  expect(animate).not.toHaveBeenCalled();
});

it('moves nothing while the list is hidden, and nothing when it is shown again', () => {
  const { rerender } = render(<List names={['a', 'b']} />);
  rerender(<List names={['a', 'b']} isShown={false} />);
  rerender(<List names={['b', 'a']} />);
  expect(animate).not.toHaveBeenCalled();
});

it('moves nothing for someone who prefers reduced motion, or if the browser cannot tell', () => {
  matchMedia.mockReturnValue({ matches: true });
  const { rerender } = render(<List names={['a', 'b']} />);
  rerender(<List names={['b', 'a']} />);
  expect(matchMedia).toHaveBeenCalledWith('(prefers-reduced-motion: reduce)');
  vi.stubGlobal('matchMedia', undefined);
  rerender(<List names={['a', 'b']} />);
  expect(animate).not.toHaveBeenCalled();
});
