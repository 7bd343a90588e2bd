import { useCallback, useEffect, useRef, useState } from 'react';
import type { VoiceShape } from '#contract/features/chat/messages.ts';
import { maxVoiceSeconds } from '#contract/values/limits.ts';
import { toLevel, toPeaks } from './peaks.ts';

/** Formats in the order of preference; Safari records MP4 only. */
const formats = [
  { type: 'audio/webm;codecs=opus', extension: 'webm' },
  { type: 'audio/ogg;codecs=opus', extension: 'ogg' },
  { type: 'audio/mp4', extension: 'm4a' },
] as const;
/** About 180 KB a minute. */
const bitsPerSecond = 24_000;
/** Milliseconds between two measurements of the loudness. */
const levelEvery = 50;
/** A recording that is shorter was a mistake, in milliseconds. */
const shortest = 600;

export interface Recording {
  file: File;
  voice: VoiceShape;
}

/** Whether this browser can record voice messages. */
export const canRecord = (): boolean =>
  typeof MediaRecorder !== 'undefined' && typeof navigator.mediaDevices?.getUserMedia === 'function';

interface Running {
  recorder: MediaRecorder;
  stream: MediaStream;
  audio: AudioContext;
  levels: number[];
  startedAt: number;
  timer: ReturnType<typeof setInterval>;
}

function stopDevices({ stream, audio, timer }: Running): void {
  clearInterval(timer);
  for (const track of stream.getTracks()) track.stop();
  void audio.close();
}

async function startRecording(onLevel: (levels: number[]) => void): Promise<Running> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  let audio: AudioContext | null = null;
  try {
    audio = new AudioContext();
    return record(stream, audio, onLevel);
  } catch (error) {
    // The browser can't record what the microphone gives.
    for (const track of stream.getTracks()) track.stop();
    void audio?.close();
    throw error;
  }
}

function record(stream: MediaStream, audio: AudioContext, onLevel: (levels: number[]) => void): Running {
  const analyser = audio.createAnalyser();
  audio.createMediaStreamSource(stream).connect(analyser);
  const samples = new Uint8Array(analyser.fftSize);
  const format = formats.find(({ type }) => MediaRecorder.isTypeSupported(type));
  const recorder = new MediaRecorder(stream, {
    ...(format && { mimeType: format.type }),
    audioBitsPerSecond: bitsPerSecond,
  });
  recorder.start();
  const levels: number[] = [];
  const timer = setInterval(() => {
    analyser.getByteTimeDomainData(samples);
    levels.push(toLevel(samples));
    onLevel([...levels]);
  }, levelEvery);
  return { recorder, stream, audio, levels, startedAt: performance.now(), timer };
}

/** Ends a recording and returns it; null if it was too short. */
function finishRecording({ recorder, levels, startedAt }: Running): Promise<Recording | null> {
  const duration_ms = Math.min(Math.round(performance.now() - startedAt), maxVoiceSeconds * 1000);
  return new Promise((resolve) => {
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    recorder.onstop = () => {
      if (duration_ms < shortest) return resolve(null);
      const type = recorder.mimeType.split(';')[0] ?? '';
      const { extension } = formats.find((format) => format.type.startsWith(type)) ?? formats[0];
      const file = new File(parts, `voice.${extension}`, { type });
      resolve({ file, voice: { duration_ms, peaks: toPeaks(levels) } });
    };
    recorder.stop();
  });
}

/**
 * Records a voice message, up to five minutes. `state` is `asking` while the browser asks for the microphone, and `denied`
 * after it was refused; `onFinished` receives a recording that reached the limit.
 */
export function useVoiceRecorder(onFinished: (recording: Recording) => void) {
  const [state, setState] = useState<'idle' | 'asking' | 'recording' | 'denied'>('idle');
  const [levels, setLevels] = useState<number[]>([]);
  const [elapsed, setElapsed] = useState(0);
  const running = useRef<Running | null>(null);
  /** Raised by `cancel`, so that a microphone that is granted later isn't used. */
  const attempt = useRef(0);

  const take = useCallback((): Running | null => {
    const current = running.current;
    running.current = null;
    attempt.current += 1;
    setLevels([]);
    setElapsed(0);
    setState('idle');
    return current;
  }, []);

  const cancel = useCallback(() => {
    const current = take();
    if (!current) return;
    current.recorder.stop();
    stopDevices(current);
  }, [take]);

  const finish = useCallback(async (): Promise<Recording | null> => {
    const current = take();
    if (!current) return null;
    const recording = await finishRecording(current);
    stopDevices(current);
    return recording;
  }, [take]);

  const start = useCallback(async () => {
    if (running.current) return;
    attempt.current += 1;
    const mine = attempt.current;
    setState('asking');
    try {
      const started = await startRecording(setLevels);
      if (attempt.current !== mine) return stopDevices(started);
      running.current = started;
      setState('recording');
    } catch {
      if (attempt.current === mine) setState('denied');
    }
  }, []);

  useEffect(() => {
    if (state !== 'recording') return;
    const timer = setInterval(() => {
      const time = performance.now() - (running.current?.startedAt ?? performance.now());
      setElapsed(time);
      if (time >= maxVoiceSeconds * 1000)
        void finish().then((recording) => recording && onFinished(recording));
    }, 200);
    return () => clearInterval(timer);
  }, [state, finish, onFinished]);

  useEffect(() => () => cancel(), [cancel]);
  return { state, levels, elapsed, start, finish, cancel };
}
