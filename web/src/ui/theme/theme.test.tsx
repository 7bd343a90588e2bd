import { act, cleanup, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readTheme, setTheme, THEME_KEY, themeFromCookie, useTheme } from './theme.ts';

function ThemeProbe() {
  const { choice, scheme } = useTheme();
  return <output>{`${choice} ${scheme}`}</output>;
}

beforeEach(() => window.localStorage.clear());
afterEach(() => {
  cleanup();
  act(() => setTheme('system'));
});

describe('theme', () => {
  it('saves a choice for the browser and the server and applies it right away', () => {
    render(<ThemeProbe />);
    expect(screen.getByRole('status').textContent).toBe('system light');
    act(() => setTheme('dark'));
    expect(screen.getByRole('status').textContent).toBe('dark dark');
    expect(document.documentElement.dataset.theme).toBe('dark');
    expect(window.localStorage.getItem(THEME_KEY)).toBe('dark');
    expect(themeFromCookie(document.cookie)).toBe('dark');
    act(() => setTheme('system'));
    expect(document.documentElement.dataset.theme).toBeUndefined();
    expect(themeFromCookie(document.cookie)).toBe('system');
    expect(readTheme()).toBe('system');
  });

  it('follows a change made in another tab', () => {
    render(<ThemeProbe />);
    window.localStorage.setItem(THEME_KEY, 'dark');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: THEME_KEY })));
    expect(screen.getByRole('status').textContent).toBe('dark dark');
    expect(document.documentElement.dataset.theme).toBe('dark');
  });

  it('accepts only known values from a Cookie header', () => {
    expect(themeFromCookie('a=b; theme=light; c=d')).toBe('light');
    expect(themeFromCookie('othertheme=dark')).toBe('system');
    expect(themeFromCookie('theme="><script>')).toBe('system');
    expect(themeFromCookie(undefined)).toBe('system');
  });

  it('renders on the server', () => expect(renderToString(<ThemeProbe />)).toContain('system light'));
});
