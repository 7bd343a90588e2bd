import { describe, expect, it } from 'vitest';
import { parseCaptions } from './parse-captions.ts';

const cue = (text: string, times = '00:01.000 --> 00:02.500') => `${times}\n${text}`;
const vtt = (...blocks: string[]) => ['WEBVTT', ...blocks].join('\n\n');
const textOf = (text: string) => parseCaptions(vtt(cue(text)))[0]?.text;
const messageOf = (file: string) => {
  try {
    parseCaptions(file);
    return 'ok';
  } catch (error) {
    return (error as Error).message;
  }
};

// The texts are plain: what looks like markup afterwards is shown as it is.
describe('Captions', () => {
  it('are read from WebVTT: names, settings, notes and styles are left out', () => {
    const file = vtt(
      'NOTE 00:01.000 --> 00:02.000 is a comment',
      'STYLE\n::cue { background: url(https://example.com/x) }',
      `intro\n${cue('Fold\nthe dough.', '01:00:03.250 --> 01:00:04.000 line:0 position:20%')}`,
      cue('Wait.'),
    );
    expect(parseCaptions(`\ufeff${file.replaceAll('\n', '\r\n')}`)).toEqual([
      { start: 1, end: 2.5, text: 'Wait.' },
      { start: 3603.25, end: 3604, text: 'Fold\nthe dough.' },
    ]);
  });

  it('are read from SRT', () => {
    expect(parseCaptions('1\n00:00:01,000 --> 00:00:02,500\n{\\an8}<i>Wait.</i>\n')).toEqual([
      { start: 1, end: 2.5, text: 'Wait.' },
    ]);
  });

  it.each([
    ['<b>Bold</b> <c.yellow>words</c>', 'Bold words'],
    ['<v Anna>Now fold it.</v>', 'Anna: Now fold it.'],
    ['<00:01.500>Slowly', 'Slowly'],
    ['<scr<script>ipt>alert(1)</script>', '<script>alert(1)'],
    ['3 &lt; 4 &amp; so on', '3 < 4 & so on'],
    ['&unknown; stays', '&unknown; stays'],
    ['Right\u202eleft\u0000', 'Right left'],
  ])('contain no markup: %s', (written, shown) => {
    expect(textOf(written)).toBe(shown);
  });

  it('are left out without a text', () => {
    expect(parseCaptions(vtt(cue('<b></b>'), cue('Here', '00:05.000 --> 00:06.000')))).toHaveLength(1);
  });

  it.each([
    ['', 'Choose captions in the format WebVTT or SRT.'],
    ['<!doctype html>', 'Choose captions in the format WebVTT or SRT.'],
    [vtt(), 'Choose captions in the format WebVTT or SRT.'],
    [vtt('Only text'), 'Line 3: A time such as 00:01.000 --> 00:04.000 is missing.'],
    [vtt(cue('Back', '00:03.000 --> 00:02.000')), 'Line 3: The end must be after the start.'],
    [vtt(`name\n${cue('Back', '00:03.000 --> 00:03.000')}`), 'Line 4: The end must be after the start.'],
    [
      vtt(cue('Late', '00:03.000 --> 99:00:00.000')),
      'Line 3: The time is after the end of the longest video.',
    ],
    [vtt(cue('x'.repeat(501))), 'Line 3: A caption can have at most 500 characters.'],
    [
      vtt(...Array.from({ length: 10_001 }, () => cue('x'))),
      'Line 30,003: There can be at most 10,000 captions.',
    ],
  ])('are refused with the line that is wrong: %.40j', (file, message) => {
    expect(messageOf(file)).toBe(message);
  });

  it.each(['<', '{\\', '<v ', '&', '00:00'])('are read in linear time: %s', (part) => {
    const started = performance.now();
    messageOf(vtt(cue(part.repeat(200_000 / part.length))));
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
