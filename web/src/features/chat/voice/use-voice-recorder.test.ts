import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { maxVoiceSeconds } from '#contract/values/limits.ts';
import { canRecord, useVoiceRecorder } from './use-voice-recorder.ts';

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

describe('A recording', () => {
  const stopTrack = vi.fn();
  class WorkingRecorder {
    static isTypeSupported = (type: string) => type === 'audio/mp4';
    mimeType = 'audio/mp4;codecs=mp4a';
    ondataavailable: (event: { data: Blob }) => void = () => {};
    onstop: () => void = () => {};
    start = () => {};
    stop = () => {
      this.ondataavailable({ data: new Blob(['sound']) });
      this.onstop();
    };
  }
  class WorkingAudio extends Audio {
    override createAnalyser = () => ({
      fftSize: 2,
      getByteTimeDomainData: (samples: Uint8Array) => void samples.fill(192),
    });
  }
  beforeEach(() => {
    vi.useFakeTimers();
    stopTrack.mockReset();
    vi.stubGlobal('navigator', {
      mediaDevices: { getUserMedia: async () => ({ getTracks: () => [{ stop: stopTrack }] }) },
    });
    vi.stubGlobal('AudioContext', WorkingAudio);
    vi.stubGlobal('MediaRecorder', WorkingRecorder);
  });
  afterEach(() => vi.useRealTimers());
  const onFinished = vi.fn();
  const start = async () => {
    onFinished.mockReset();
    const hook = renderHook(() => useVoiceRecorder(onFinished));
    await act(() => hook.result.current.start());
    return hook.result;
  };

  it('is a file with its length and loudness, and turns the microphone off', async () => {
    expect(canRecord()).toBe(true);
    const result = await start();
    expect(result.current.state).toBe('recording');
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(result.current.levels.length).toBeGreaterThan(30);
    expect(result.current.elapsed).toBeGreaterThan(1_500);
    const recording = await act(() => result.current.finish());
    expect(recording?.file).toMatchObject({ name: 'voice.m4a', type: 'audio/mp4' });
    expect(recording?.voice.duration_ms).toBe(2_000);
    expect(recording?.voice.peaks).toHaveLength(64);
    expect(result.current).toMatchObject({ state: 'idle', elapsed: 0, levels: [] });
    expect(stopTrack).toHaveBeenCalledOnce();
    expect(await act(() => result.current.finish())).toBeNull();
  });

  it('of less than 0.6 seconds was a mistake', async () => {
    const result = await start();
    await act(() => vi.advanceTimersByTimeAsync(599));
    expect(await act(() => result.current.finish())).toBeNull();
    expect(stopTrack).toHaveBeenCalledOnce();
  });

  it('that is canceled leaves nothing, and can be started again', async () => {
    const result = await start();
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    act(() => result.current.cancel());
    expect(result.current).toMatchObject({ state: 'idle', elapsed: 0 });
    expect(stopTrack).toHaveBeenCalledOnce();
    act(() => result.current.cancel());
    await act(() => result.current.start());
    expect(result.current.state).toBe('recording');
  });

  it('ends after five minutes', async () => {
    await start();
    await act(() => vi.advanceTimersByTimeAsync(maxVoiceSeconds * 1_000 - 200));
    expect(onFinished).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(600));
    expect(onFinished).toHaveBeenCalledOnce();
    expect(onFinished.mock.calls[0]?.[0].voice.duration_ms).toBe(maxVoiceSeconds * 1_000);
  });

  it('isn’t possible in browsers without microphones', () => {
    vi.stubGlobal('MediaRecorder', undefined);
    expect(canRecord()).toBe(false);
    vi.stubGlobal('MediaRecorder', WorkingRecorder);
    vi.stubGlobal('navigator', {});
    expect(canRecord()).toBe(false);
  });
});
