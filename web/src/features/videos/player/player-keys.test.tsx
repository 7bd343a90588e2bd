import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { handlePlayerKey } from './player-keys.ts';
import type { PlayerCommands } from './use-player.ts';

const [toggleCaptions, toggleTheater, onPageKey] = [vi.fn(), vi.fn(), vi.fn()];
const commands = {
  toggle: vi.fn(),
  jumpTo: vi.fn(),
  jumpBy: vi.fn(),
  mute: vi.fn(),
  changeVolume: vi.fn(),
  setSpeed: vi.fn(),
  showFullscreen: vi.fn(),
  showFloating: undefined,
} satisfies PlayerCommands;

beforeEach(() => {
  vi.clearAllMocks();
  render(
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for the page.
    <div onKeyDown={onPageKey}>
      <section
        aria-label="Video"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: as the player.
        tabIndex={0}
        onKeyDown={(event) =>
          handlePlayerKey(event, {
            state: { speed: 1, duration: 200 },
            commands,
            toggleCaptions,
            toggleTheater,
          })
        }
      >
        <input type="range" aria-label="Position" />
        <button type="button">Mute</button>
        <select aria-label="Speed" />
      </section>
    </div>,
  );
});
afterEach(cleanup);

const press = (key: string, at: HTMLElement, more = {}) => fireEvent.keyDown(at, { key, ...more });
const player = () => screen.getByRole('region', { name: 'Video' });

it.each([
  [' ', commands.toggle, []],
  ['k', commands.toggle, []],
  ['K', commands.toggle, []],
  ['j', commands.jumpBy, [-10]],
  ['l', commands.jumpBy, [10]],
  ['ArrowLeft', commands.jumpBy, [-5]],
  ['ArrowRight', commands.jumpBy, [5]],
  ['ArrowUp', commands.changeVolume, [0.05]],
  ['ArrowDown', commands.changeVolume, [-0.05]],
  ['m', commands.mute, []],
  ['f', commands.showFullscreen, []],
  ['c', toggleCaptions, []],
  ['t', toggleTheater, []],
  ['<', commands.setSpeed, [0.75]],
  ['>', commands.setSpeed, [1.25]],
  ['0', commands.jumpTo, [0]],
  ['7', commands.jumpTo, [140]],
])('The key %j runs its command, and not that of the page', (key, command, input) => {
  press(key, player());
  expect(command).toHaveBeenCalledExactlyOnceWith(...input);
  expect(onPageKey).not.toHaveBeenCalled();
});

it('Controls keep the keys that they use themselves', () => {
  press(' ', screen.getByRole('button'));
  for (const key of ['ArrowLeft', 'ArrowUp']) {
    press(key, screen.getByRole('slider'));
    press(key, screen.getByRole('combobox'));
  }
  press('5', screen.getByRole('combobox'));
  for (const command of Object.values(commands)) if (command) expect(command).not.toHaveBeenCalled();
});

it('Shortcuts of the browser stay', () => {
  press('f', player(), { ctrlKey: true });
  press('l', player(), { metaKey: true });
  expect(commands.showFullscreen).not.toHaveBeenCalled();
  expect(onPageKey).toHaveBeenCalledTimes(2);
});
