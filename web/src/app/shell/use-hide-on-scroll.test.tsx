import { QueryClient } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { useRef } from 'react';
import { expect, it } from 'vitest';
import { renderPage } from '#web-testing/render-page.tsx';
import { useHideOnScroll } from './use-hide-on-scroll.ts';

function Row() {
  const row = useRef<HTMLDivElement>(null);
  useHideOnScroll(row);
  return <div ref={row} data-testid="row" />;
}

it('is away while people scroll down, and back when they scroll up, jump or reach the top', () => {
  const { getByTestId } = renderPage(new QueryClient(), <Row />);
  const isAway = () => getByTestId('row').hasAttribute('data-away');
  const scrollTo = (top: number) =>
    act(() => {
      Object.defineProperty(window, 'scrollY', { value: top, configurable: true });
      window.dispatchEvent(new Event('scroll'));
    });
  expect(window.innerHeight).toBe(768);
  const steps: [number, boolean][] = [
    [100, false], // still at the top
    [300, true],
    [304, true],
    [280, false],
    [600, true],
    [2_000, false], // another page's position
    [2_100, true],
    [0, false],
  ];
  for (const [top, away] of steps) {
    scrollTo(top);
    expect([top, isAway()]).toEqual([top, away]);
  }
});
