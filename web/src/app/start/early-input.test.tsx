import { act, cleanup, waitFor } from '@testing-library/react';
import { lazy, Suspense, startTransition, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { recordEarlyInput, replayEarlyInput } from './early-input.ts';

const sent = vi.fn();

function Form() {
  const [name, setName] = useState('');
  const [agrees, setAgrees] = useState(false);
  const [count, setCount] = useState(0);
  const [role, setRole] = useState('member');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sent({ name, agrees });
      }}
    >
      <input aria-label="Name" value={name} onChange={(event) => setName(event.target.value)} />
      <input type="checkbox" checked={agrees} onChange={(event) => setAgrees(event.target.checked)} />
      <select aria-label="Role" value={role} onChange={(event) => setRole(event.target.value)}>
        <option>member</option>
        <option>admin</option>
      </select>
      <output>{role}</output>
      <button type="button" onClick={() => setCount((before) => before + 1)}>
        <span>Pressed {count}</span>
      </button>
      <button type="submit">Send</button>
    </form>
  );
}

let page: HTMLElement;
const find = <T extends HTMLElement>(selector: string) => page.querySelector(selector) as T;
const isWaiting = () => document.documentElement.dataset.waiting !== undefined;

/** Hydrates a page whose form arrives later, when the returned function is called. */
async function hydrateWithoutForm(): Promise<() => Promise<void>> {
  const code = Promise.withResolvers<{ default: typeof Form }>();
  const Later = lazy(() => code.promise);
  await act(async () =>
    hydrateRoot(
      page,
      <Suspense>
        <Later />
      </Suspense>,
    ),
  );
  return () => act(async () => code.resolve({ default: Form }));
}

async function hydrate(): Promise<void> {
  await act(async () => hydrateRoot(page, <Form />));
  await act(() => replayEarlyInput());
}

let stop: (() => void) | undefined;
beforeEach(() => {
  sent.mockReset();
  page = document.body.appendChild(document.createElement('div'));
  page.innerHTML = renderToString(<Form />);
  // As in the page: from its text alone.
  new Function(`(${recordEarlyInput.toString()})()`)();
  stop = window.earlyInput?.stop;
});
afterEach(() => {
  vi.useRealTimers();
  stop?.();
  window.earlyInput = undefined;
  document.documentElement.removeAttribute('data-waiting');
  page.remove();
  cleanup();
});

it('a press of a button waits for the page, once, and shows that it waits', async () => {
  expect(isWaiting()).toBe(false);
  find('button span').click();
  find('button span').click();
  expect(isWaiting()).toBe(true);
  await hydrate();
  expect(find('button').textContent).toBe('Pressed 1');
  expect(isWaiting()).toBe(false);
  find('button').click();
  await vi.waitFor(() => expect(find('button').textContent).toBe('Pressed 2'));
});

it("a form isn't sent by the browser, and is sent with what was typed", async () => {
  const field = find<HTMLInputElement>('input');
  field.value = 'Priya';
  field.dispatchEvent(new Event('input', { bubbles: true }));
  find<HTMLInputElement>('[type=checkbox]').click();
  expect(isWaiting()).toBe(false);
  const submit = new Event('submit', { bubbles: true, cancelable: true });
  find('form').dispatchEvent(submit);
  expect(submit.defaultPrevented).toBe(true);
  await hydrate();
  expect(field.value).toBe('Priya');
  expect(find<HTMLInputElement>('[type=checkbox]').checked).toBe(true);
  expect(sent.mock.calls).toEqual([[{ name: 'Priya', agrees: true }]]);
});

it('keeps what was chosen in a select', async () => {
  const select = find<HTMLSelectElement>('select');
  select.value = 'admin';
  select.dispatchEvent(new Event('input', { bubbles: true }));
  await hydrate();
  expect([select.value, find('output').textContent]).toEqual(['admin', 'admin']);
});

it('waits for a part of the page that is hydrated later', async () => {
  page.innerHTML = `<!--$-->${renderToString(<Form />)}<!--/$-->`;
  find('button').click();
  const receiveForm = await hydrateWithoutForm();
  const replayed = replayEarlyInput();
  // Pressed while the rest of the page is ready already.
  find('[type=submit]').click();
  expect(isWaiting()).toBe(true);
  expect(sent).not.toHaveBeenCalled();
  await receiveForm();
  await act(() => replayed);
  expect(find('button').textContent).toBe('Pressed 1');
  expect(sent).toHaveBeenCalledTimes(1);
  expect(isWaiting()).toBe(false);
});

it('keeps a press of a part that is not hydrated yet, after the rest of the page was', async () => {
  page.innerHTML = `<!--$-->${renderToString(<Form />)}<!--/$-->`;
  const receiveForm = await hydrateWithoutForm();
  await replayEarlyInput();
  find('button').click();
  expect(isWaiting()).toBe(true);
  await receiveForm();
  await waitFor(() => expect(find('button').textContent).toBe('Pressed 1'));
  find('button').click();
  await waitFor(() => expect(find('button').textContent).toBe('Pressed 2'));
  expect(isWaiting()).toBe(false);
});

it('a press waits as long near the end of recording as before', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
  page.innerHTML = `<!--$-->${renderToString(<Form />)}<!--/$-->`;
  const receiveForm = await hydrateWithoutForm();
  await replayEarlyInput();
  await vi.advanceTimersByTimeAsync(5000);
  find('button').click();
  await vi.advanceTimersByTimeAsync(9900);
  find('button').click();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(isWaiting()).toBe(true);
  await receiveForm();
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(find('button').textContent).toBe('Pressed 1');
});

it('a press of what the page replaced is dropped', async () => {
  find('button').click();
  const button = find('button');
  button.replaceWith(button.cloneNode(true));
  await hydrate();
  expect(find('button').textContent).toBe('Pressed 0');
});

it('counts a press once that comes while the page is being hydrated', async () => {
  startTransition(() => {
    hydrateRoot(page, <Form />);
  });
  find('button').click();
  await act(() => replayEarlyInput());
  await waitFor(() => expect(find('button').textContent).toBe('Pressed 1'));
  await waitFor(() => expect(isWaiting()).toBe(false));
  expect(find('button').textContent).toBe('Pressed 1');
});
