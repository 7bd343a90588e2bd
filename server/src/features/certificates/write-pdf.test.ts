import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { toCertificate } from './certificates.view.ts';
import { writeCertificatePdf } from './write-pdf.ts';

const certificate = {
  code: 'abcdefghjkmnpqrs',
  name: 'Zoë Müller',
  course_title: 'Bread',
  space_name: 'Bakers',
  issued_at: '2026-11-26T23:30:00.000Z',
  revoked_at: null,
};
const address = 'https://hearth.example/certificates/abcdefghjkmnpqrs';

interface PdfLine {
  text: string;
  size: number;
  x: number;
  y: number;
}

/** Reads the lines of the only page, and the whole file as text. */
async function read(fields: Partial<typeof certificate> = {}) {
  const pdf = await writeCertificatePdf({ ...certificate, ...fields }, { address, brandName: 'Hearth' });
  const whole = pdf.toString('latin1');
  const streams = [...whole.matchAll(/stream\n([\s\S]*?)\nendstream/g)].flatMap(([, bytes = '']) => {
    try {
      return inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1');
    } catch {
      return [];
    }
  });
  const content = streams.find((stream) => stream.includes(' Tf')) ?? '';
  const lines = [...content.matchAll(/BT\n([\s\S]*?)\nET/g)].map(([, block = '']): PdfLine => {
    const [, x, y] = /([\d.-]+) ([\d.-]+) Tm/.exec(block) ?? [];
    const [, size] = /([\d.]+) Tf/.exec(block) ?? [];
    const text = [...block.matchAll(/<([0-9a-f]+)>/g)]
      .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
      .join('');
    return { text, size: Number(size), x: Number(x), y: Number(y) };
  });
  return { whole, lines, content };
}
const fontsOf = (whole: string) =>
  new Set([...whole.matchAll(/\/BaseFont \/(?:[A-Z]{6}\+)?([\w-]+)/g)].map(([, name]) => name));

describe('The PDF of a certificate', () => {
  it('has its lines from top to bottom, in these sizes', async () => {
    const { lines } = await read();
    expect(lines.map(({ text, size }) => [text, size])).toEqual([
      ['Certificate', 16],
      ['Zoë Müller', 40],
      ['has completed the course', 16],
      ['Bread', 26],
      ['in Bakers', 16],
      ['November 26, 2026', 14],
      [`Check it at ${address}`, 11],
      ['abcdefghjkmnpqrs', 11],
    ]);
    const heights = lines.map(({ y }) => y);
    expect(heights).toEqual(heights.toSorted((a, b) => b - a));
    expect(new Set(heights).size).toBe(8);
    expect(Math.min(...heights)).toBeGreaterThan(28);
    expect(Math.max(...heights)).toBeLessThan(595 - 28);
  });

  it('has its lines in the middle of the page', async () => {
    const { lines } = await read();
    // The shorter the line, the further it is from the edge.
    const [certificateLine, , , course] = lines;
    expect(course?.x).toBeGreaterThan(350);
    expect(certificateLine?.x).toBeGreaterThan(350);
    expect(lines.at(-1)?.x).toBeGreaterThan(300);
    for (const { x } of lines) expect(x).toBeGreaterThan(96);
  });

  it('has a frame, and one link to where it can be checked', async () => {
    const { whole, content } = await read();
    expect(content).toContain('28 28 785.89 539.28 re');
    expect(whole.match(/\/URI \((.*)\)/g)).toEqual([`/URI (${address})`]);
  });

  it.each([
    ['Zoë Müller – “€5” …', ['Helvetica', 'Helvetica-Bold']],
    ['Анна', ['Helvetica', 'Helvetica-Bold', 'DejaVuSans-Bold']],
    ['A 李', ['Helvetica', 'Helvetica-Bold', 'DejaVuSans-Bold']],
    ['李 A', ['Helvetica', 'Helvetica-Bold', 'DejaVuSans-Bold']],
  ])('takes another font for the letters of %s only', async (name, fonts) => {
    expect(fontsOf((await read({ name })).whole)).toEqual(new Set(fonts));
  });

  it('makes what is too wide smaller, but never too small to read', async () => {
    const sizeOf = async (name: string) => (await read({ name })).lines[1]?.size ?? 0;
    const long = await sizeOf('A'.repeat(40));
    expect(long).toBeLessThan(40);
    expect(long).toBeGreaterThan(10);
    expect(await sizeOf('A'.repeat(200))).toBe(10);
    const { lines } = await read({ name: 'A'.repeat(40) });
    expect(lines[1]?.x).toBeGreaterThanOrEqual(96);
  });
});

it('A certificate says where its PDF is', () => {
  expect(toCertificate(certificate).pdf_url).toBe('/api/certificates/abcdefghjkmnpqrs/pdf');
});
