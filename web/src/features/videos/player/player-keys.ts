import type { KeyboardEvent } from 'react';
import { nextSpeed } from './speed.ts';
import type { PlayerCommands, PlayerState } from './use-player.ts';

interface KeyTargets {
  state: Pick<PlayerState, 'speed' | 'duration'>;
  commands: PlayerCommands;
  toggleCaptions: () => void;
  toggleTheater: () => void;
}

/** Runs what a key does in a player. Its controls keep the keys that they use themselves. */
export function handlePlayerKey(event: KeyboardEvent, targets: KeyTargets): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { state, commands, toggleCaptions, toggleTheater } = targets;
  const target = event.target as Element;
  const isButton = target.closest('button, select') !== null;
  const isRange = target.matches('input');
  const isSelect = target.matches('select');
  const keys: Record<string, (() => void) | undefined> = {
    ...(!isButton && { ' ': commands.toggle }),
    ...(!isRange &&
      !isSelect && {
        arrowleft: () => commands.jumpBy(-5),
        arrowright: () => commands.jumpBy(5),
        arrowup: () => commands.changeVolume(0.05),
        arrowdown: () => commands.changeVolume(-0.05),
      }),
    k: commands.toggle,
    j: () => commands.jumpBy(-10),
    l: () => commands.jumpBy(10),
    m: commands.mute,
    f: commands.showFullscreen,
    c: toggleCaptions,
    t: toggleTheater,
    '<': () => commands.setSpeed(nextSpeed(state.speed, -1)),
    '>': () => commands.setSpeed(nextSpeed(state.speed, 1)),
  };
  const tenth = !isSelect && /^[0-9]$/.test(event.key) ? Number(event.key) : null;
  const run =
    tenth === null ? keys[event.key.toLowerCase()] : () => commands.jumpTo((state.duration * tenth) / 10);
  if (!run) return;
  event.preventDefault();
  // Keys of the page, such as those that turn pages, don't apply.
  event.stopPropagation();
  run();
}
