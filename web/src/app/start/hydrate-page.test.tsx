import { act, cleanup } from '@testing-library/react';
import { use, useEffect } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hydratePage } from './hydrate-page.tsx';

let container: HTMLElement;
let order: string[] = [];
beforeEach(() => {
  order = [];
  container = document.body.appendChild(document.createElement('div'));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  container.remove();
  cleanup();
});

/** Takes longer to render than React works in one task. */
function SlowPart({ name }: { name: string }) {
  order.push(name);
  setImmediate(() => order.push(`task after ${name}`));
  const now = performance.now() + 20;
  vi.spyOn(performance, 'now').mockReturnValue(now);
  return <p>{name}</p>;
}

function LatePage({ code }: { code: Promise<void> }) {
  use(code);
  useEffect(() => void order.push('page'), []);
  return <p>Page</p>;
}

it('hydrates in short tasks, between which others run', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  container.innerHTML = '<p>one</p><p>two</p>';
  const page = ['one', 'two'].map((name) => <SlowPart key={name} name={name} />);
  await new Promise<void>((resolve) => hydratePage(container, page, resolve));
  expect(order.slice(0, 3)).toEqual(['one', 'task after one', 'two']);
});

it('reports once that the page is hydrated: after the effects of the page, whose code may come later', async () => {
  const code = Promise.withResolvers<void>();
  container.innerHTML = '<p>Page</p>';
  const page = <LatePage code={code.promise} />;
  await act(async () => hydratePage(container, page, () => void order.push('hydrated')));
  expect(order).toEqual([]);
  await act(async () => code.resolve());
  expect(order).toEqual(['page', 'hydrated']);
});
