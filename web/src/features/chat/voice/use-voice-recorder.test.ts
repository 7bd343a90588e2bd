import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useVoiceRecorder } from './use-voice-recorder.ts';

afterEach(() => vi.unstubAllGlobals());

const close = vi.fn(async () => {});
class Audio {
  createAnalyser = () => ({ fftSize: 2 });
  createMediaStreamSource = () => ({ connect: () => {} });
  close = close;
}
class Recorder {
  static isTypeSupported = () => true;
  constructor() {
    throw new DOMException('Not supported', 'NotSupportedError');
  }
}

it('turns the microphone off again if the browser cannot record it', async () => {
  const stop = vi.fn();
  const getUserMedia = async () => ({ getTracks: () => [{ stop }] });
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } });
  vi.stubGlobal('AudioContext', Audio);
  vi.stubGlobal('MediaRecorder', Recorder);
  const { result, unmount } = renderHook(() => useVoiceRecorder(() => {}));
  await act(() => result.current.start());
  expect(result.current.state).toBe('denied');
  expect(stop).toHaveBeenCalledOnce();
  expect(close).toHaveBeenCalledOnce();
  unmount();
});
