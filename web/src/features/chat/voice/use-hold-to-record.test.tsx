import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { useHoldToRecord } from './use-hold-to-record.ts';

afterEach(() => {
  cleanup();
  vi.resetAllMocks();
});

const recording = { file: new File([], 'voice.webm'), voice: { duration_ms: 1000, peaks: [] } };

const calls = { start: vi.fn(), finish: vi.fn(), cancel: vi.fn(), send: vi.fn() };

function Mic({ recorder }: { recorder: Parameters<typeof useHoldToRecord>[0] }) {
  return (
    <button type="button" {...useHoldToRecord(recorder, calls.send)}>
      Record
    </button>
  );
}

/** The microphone, which a button to send replaces while it records. */
function Composer() {
  const [isRecording, setRecording] = useState(false);
  const recorder = {
    state: isRecording ? ('recording' as const) : ('idle' as const),
    levels: [],
    elapsed: 0,
    start: async () => {
      calls.start();
      setRecording(true);
    },
    finish: async () => {
      calls.finish();
      setRecording(false);
      return recording;
    },
    cancel: () => {
      calls.cancel();
      setRecording(false);
    },
  };
  if (!isRecording) return <Mic recorder={recorder} />;
  return (
    <button type="button" onClick={() => void recorder.finish()}>
      Send
    </button>
  );
}

const button = (name: string) => screen.getByRole('button', { name });
const pointer = (type: string, target: Element, at: number, clientX = 300) => {
  const event = new MouseEvent(type, { bubbles: true, cancelable: true, clientX, button: 0 });
  Object.defineProperties(event, { pointerId: { value: 7 }, timeStamp: { value: at } });
  return act(async () => void target.dispatchEvent(event));
};

it('sends once when a held button is released, and does not record again', async () => {
  render(<Composer />);
  await pointer('pointerdown', button('Record'), 1_000);
  await pointer('pointerup', button('Send'), 3_000);
  // A touch has its click where the finger was: on the microphone that is back.
  fireEvent.click(button('Record'));
  expect(calls.start).toHaveBeenCalledOnce();
  expect(calls.finish).toHaveBeenCalledOnce();
  expect(calls.send.mock.calls).toEqual([[recording]]);
});

it('goes on recording after a short touch, whose click is on the button to send', async () => {
  render(<Composer />);
  await pointer('pointerdown', button('Record'), 1_000);
  await pointer('pointerup', button('Send'), 1_100);
  fireEvent.click(button('Send'));
  expect(calls.finish).not.toHaveBeenCalled();
  fireEvent.click(button('Send'));
  expect(calls.finish).toHaveBeenCalledOnce();
});

it.each([
  ['is swiped to the left', 'pointermove', 219],
  ['is taken by the browser', 'pointercancel', 300],
])('cancels when the pointer %s', async (_what, type, clientX) => {
  render(<Composer />);
  await pointer('pointerdown', button('Record'), 1_000);
  await pointer(type, button('Send'), 2_000, clientX);
  expect(calls.cancel).toHaveBeenCalledOnce();
  await pointer('pointerup', button('Record'), 2_100, clientX);
  fireEvent.click(button('Record'));
  expect(calls.start).toHaveBeenCalledOnce();
  expect(calls.send).not.toHaveBeenCalled();
});

it('starts with the keyboard, also right after a touch', async () => {
  render(<Composer />);
  await pointer('pointerdown', button('Record'), 1_000);
  await pointer('pointerup', button('Send'), 3_000);
  fireEvent.keyDown(button('Record'), { key: 'Enter' });
  fireEvent.click(button('Record'));
  expect(calls.start).toHaveBeenCalledTimes(2);
});
