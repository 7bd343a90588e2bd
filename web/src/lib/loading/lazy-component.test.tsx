import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { dismissToast, readToast } from '#web/ui/overlays/toast.ts';
import { notifyReconnect, setOffline } from '../live/reconnect.ts';
import { ChunkError, type ChunkFailure } from './import-chunk.ts';
import { lazyComponent } from './lazy-component.tsx';
import { LazyPopup, lazyOverlay } from './lazy-overlay.tsx';
import { retryDelay } from './load-module.ts';
import { preloadWhenIdle } from './when-idle.ts';

const offline = new TypeError('Failed to fetch dynamically imported module: /assets/menu.js');
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  dismissToast();
});
const retry = () => act(() => vi.advanceTimersByTimeAsync(retryDelay));

describe('A popup whose code fails to load', () => {
  const load = vi.fn();
  const button = () => screen.getByRole('button', { name: 'Your account' });
  beforeEach(() => {
    load.mockReset();
    load.mockRejectedValue(offline);
    const menu = lazyOverlay(async () => (await load()) as () => React.ReactNode);
    render(<LazyPopup popup={menu} popupProps={{}} button={<button type="button">Your account</button>} />);
  });
  // What failed waits for the connection.
  afterEach(async () => {
    load.mockResolvedValue(() => null);
    await act(async () => notifyReconnect());
  });

  it('keeps the focused button and shows a toast without the exception', async () => {
    const before = button();
    before.focus();
    fireEvent.click(before);
    await retry();
    expect(button()).toBe(before);
    expect(document.activeElement).toBe(before);
    expect(readToast()).toMatchObject({ open: true, title: "Couldn't load this", variant: 'destructive' });
    expect(JSON.stringify(readToast())).not.toContain('Failed to fetch');
  });

  it('loads it with a later press', async () => {
    fireEvent.click(button());
    await retry();
    load.mockResolvedValue(() => <p>Log Out</p>);
    fireEvent.click(button());
    await retry();
    expect(screen.getByText('Log Out')).toBeTruthy();
  });

  it.each<[ChunkFailure, boolean, RegExp, string | undefined]>([
    ['network', false, /^You're offline\. Try again when you're back online\.$/, undefined],
    ['network', true, /^Check your connection and try again\.$/, undefined],
    ['gone', true, /^There's a new version\. Reload the page/, 'Reload page'],
    ['other', true, /^Try again\. If it keeps failing, reload the page\./, 'Reload page'],
  ])('says why: %s (online: %s)', async (reason, onLine, description, action) => {
    vi.stubGlobal('navigator', { onLine });
    onTestFinished(() => void vi.unstubAllGlobals());
    load.mockRejectedValue(new ChunkError('/assets/menu.js', reason));
    fireEvent.click(button());
    await retry();
    expect(readToast()).toMatchObject({ description: expect.stringMatching(description) });
    expect(readToast()?.action?.label).toBe(action);
  });

  it('loads it when the connection is back, once, so that the next press opens it at once', async () => {
    fireEvent.click(button());
    await retry();
    load.mockReset().mockResolvedValue(() => <p>Log Out</p>);
    await act(async () => notifyReconnect());
    await act(async () => notifyReconnect());
    expect(load).toHaveBeenCalledTimes(1);
    expect(screen.queryByText('Log Out')).toBeNull();
    fireEvent.click(button());
    expect(screen.getByText('Log Out')).toBeTruthy();
  });

  it('shows a placeholder until it is loaded, or until the button is pressed again', async () => {
    const loaded = Promise.withResolvers<() => React.ReactNode>();
    load.mockReturnValue(loaded.promise);
    fireEvent.click(button());
    expect(screen.getByRole('status').textContent).toBe('Loading');
    fireEvent.click(button());
    expect(screen.queryByRole('status')).toBeNull();
    fireEvent.click(button());
    loaded.resolve(() => <p>Log Out</p>);
    await act(() => loaded.promise);
    expect(screen.getByText('Log Out')).toBeTruthy();
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('shows nothing if only the preload fails', async () => {
    fireEvent.pointerEnter(button());
    await retry();
    expect(load).toHaveBeenCalled();
    expect(readToast()?.open).not.toBe(true);
  });
});

it.each([
  ['is loaded while the browser is idle', {}, 1],
  ['is not when data is to be saved', { connection: { saveData: true } }, 0],
])('A popup that is opened often %s', async (_, connection, loads) => {
  vi.stubGlobal('navigator', { onLine: true, ...connection });
  const load = vi.fn().mockResolvedValue(() => null);
  const menu = lazyOverlay(load);
  const popup = (
    <LazyPopup popup={menu} popupProps={{}} isPreloaded button={<button type="button">Menu</button>} />
  );
  render(
    <>
      {popup}
      {popup}
    </>,
  );
  expect(load).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  vi.unstubAllGlobals();
  expect(load).toHaveBeenCalledTimes(loads);
});

it('What was to be loaded while the browser is idle loads after an outage, not before its end', async () => {
  const load = vi.fn();
  vi.stubGlobal('navigator', { onLine: false });
  onTestFinished(() => void vi.unstubAllGlobals());
  preloadWhenIdle(load);
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(load).not.toHaveBeenCalled();
  vi.stubGlobal('navigator', { onLine: true });
  notifyReconnect();
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(load).toHaveBeenCalledTimes(1);
});

it('takes its place with a button to try again, which reconnecting presses too', async () => {
  const load = vi.fn().mockRejectedValue(offline);
  const { Component } = lazyComponent(async () => (await load()) as () => React.ReactNode);
  render(<Component fallback={<p>Loading</p>} />);
  expect(screen.getByText('Loading')).toBeTruthy();
  await retry();
  expect(screen.getByRole('alert').textContent).toContain("Couldn't load this.");
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByText('Loading')).toBeTruthy();
  await retry();
  act(() => setOffline(true));
  expect(screen.getByRole('alert').textContent).toBe(
    "You're offline. This will load when you're back online.",
  );
  act(() => setOffline(false));
  load.mockResolvedValue(() => <p>Editor</p>);
  act(notifyReconnect);
  await retry();
  expect(screen.getByText('Editor')).toBeTruthy();
});

it('is the only way to load components, apart from pages', () => {
  const sources = import.meta.glob<string>(
    ['../../**/*.tsx', '../../**/*.ts', '!../../**/*.test.*', '!../../**/*.gallery.tsx'],
    {
      query: '?raw',
      import: 'default',
      eager: true,
    },
  );
  const others = Object.entries(sources).filter(([, text]) =>
    /\blazy\(|<Suspense|lazyRouteComponent\(/.test(text),
  );
  // Parts of pages fall back to nothing; the others are pages, with their own error screens.
  expect(others.map(([path]) => path).sort()).toEqual([
    '../../app/routing/lazy-page.ts',
    '../../app/space-tabs.tsx',
    './lazy-in-page.tsx',
  ]);
});

describe('Something that was opened and has no place of its own', () => {
  it('shows a bar while its code loads', async () => {
    const loaded = Promise.withResolvers<() => React.ReactNode>();
    const dialog = lazyComponent(() => loaded.promise);
    const { rerender } = render(<dialog.Component onLoadFailure={() => {}} />);
    expect(screen.getByRole('progressbar', { name: 'Loading' })).toBeTruthy();
    rerender(<dialog.Component onLoadFailure={() => {}} when={false} />);
    expect(screen.queryByRole('progressbar')).toBeNull();
    rerender(<dialog.Component onLoadFailure={() => {}} />);
    loaded.resolve(() => <p>Invite People</p>);
    await act(() => loaded.promise);
    expect(screen.getByText('Invite People')).toBeTruthy();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('shows nothing if it is a part of the page', () => {
    const part = lazyComponent(() => new Promise<() => React.ReactNode>(() => {}));
    render(<part.Component />);
    expect(screen.queryByRole('progressbar')).toBeNull();
  });
});
