import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { voicePeaks } from '#contract/values/limits.ts';
import { VoicePlayer } from './voice-player.tsx';

const voice = { duration_ms: 20_000, peaks: Array.from({ length: voicePeaks }, () => 50) };

/** A browser that plays: without a sound, but with the events. */
beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function (this: HTMLMediaElement) {
    fireEvent.play(this);
    return Promise.resolve();
  });
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function (this: HTMLMediaElement) {
    fireEvent.pause(this);
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const open = () =>
  render(
    <>
      <VoicePlayer url="/files/1" voice={voice} />
      <VoicePlayer url="/files/2" voice={voice} />
    </>,
  );

const audioOf = (index: number) => document.querySelectorAll('audio')[index] as HTMLAudioElement;

it('plays one voice message at a time, and the next one when it has ended', async () => {
  open();
  const [first, second] = screen.getAllByRole('button', { name: 'Play voice message' });
  await userEvent.click(first as HTMLElement);
  await userEvent.click(second as HTMLElement);
  expect(screen.getAllByRole('button', { name: 'Pause' })).toEqual([second]);
  await userEvent.click(first as HTMLElement);
  expect(screen.getAllByRole('button', { name: 'Pause' })).toEqual([first]);
  fireEvent.ended(audioOf(0));
  expect(screen.getAllByRole('button', { name: 'Pause' })).toEqual([second]);
  fireEvent.ended(audioOf(1));
  expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
});

it('goes forward and back by the arrow keys, not beyond its ends, and faster by its button', async () => {
  open();
  const [position] = screen.getAllByRole('slider', { name: 'Position' }) as [HTMLElement];
  position.focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  expect(position.getAttribute('aria-valuenow')).toBe('10');
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
  expect(position.getAttribute('aria-valuenow')).toBe('20');
  await userEvent.keyboard('{ArrowLeft}');
  expect(position.getAttribute('aria-valuetext')).toBe('0:15 of 0:20');
  const [speed] = screen.getAllByRole('button', { name: /^Speed/ }) as [HTMLElement];
  const rates: number[] = [];
  for (let press = 0; press < 3; press += 1) {
    await userEvent.click(speed);
    rates.push(audioOf(0).playbackRate);
  }
  expect(rates).toEqual([1.5, 2, 1]);
});
