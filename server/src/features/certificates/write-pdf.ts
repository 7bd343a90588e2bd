import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';
import { dateTimeFormat } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';
import type { CertificateRow } from './certificates.queries.ts';

/** The characters that the fonts of every PDF reader have. */
const latin = /^[\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u20ac]*$/u;
// Not translated: fonts that every PDF reader has.
const commonFonts = { normal: 'Helvetica', bold: 'Helvetica-Bold' };
/** Fonts for Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew and Arabic letters. */
const otherFonts = {
  normal: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')),
  bold: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')),
};

interface Line {
  text: string;
  size: number;
  isBold?: boolean;
  color?: string;
  /** Points below it. */
  gap: number;
}

const ink = '#1b1b1a';
const soft = '#5f5f5a';

/** Returns the size at which a text fits into the width, at most `size`. */
function fittingSize(document: PDFKit.PDFDocument, text: string, size: number, width: number): number {
  const wide = document.fontSize(size).widthOfString(text);
  return wide <= width ? size : Math.max(10, Math.floor((size * width) / wide));
}

/** Writes a certificate as a PDF: one page of A4 in landscape, in the reader's language. */
export async function writeCertificatePdf(
  certificate: CertificateRow,
  { address, brandName }: { address: string; brandName: string },
): Promise<Buffer> {
  const { name, course_title, space_name, issued_at, code } = certificate;
  const date = dateTimeFormat({ dateStyle: 'long', timeZone: 'UTC' }).format(new Date(issued_at));
  const lines: Line[] = [
    { text: t('Certificate'), size: 16, color: soft, gap: 48 },
    { text: name, size: 40, isBold: true, gap: 30 },
    { text: t('has completed the course'), size: 16, color: soft, gap: 26 },
    { text: course_title, size: 26, isBold: true, gap: 16 },
    { text: t('in {space}', { space: space_name }), size: 16, gap: 40 },
    { text: date, size: 14, gap: 0 },
  ];
  const document = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: 24,
    info: { Title: `${course_title} · ${name}`, Author: space_name, Producer: brandName, Creator: brandName },
  });
  const chunks: Buffer[] = [];
  const whole = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
  const setFont = (text: string, isBold: boolean) => {
    const { bold, normal } = latin.test(text) ? commonFonts : otherFonts;
    document.font(isBold ? bold : normal);
  };
  const { width, height } = document.page;
  const inner = width - 2 * 96;
  document
    .rect(28, 28, width - 56, height - 56)
    .lineWidth(1)
    .stroke('#c9c9c2');
  let y = 96;
  for (const { text, size, isBold = false, color = ink, gap } of lines) {
    setFont(text, isBold);
    document.fontSize(fittingSize(document, text, size, inner)).fillColor(color);
    document.text(text, 96, y, { width: inner, align: 'center', lineBreak: false });
    y += document.currentLineHeight(true) + gap;
  }
  const foot = t('Check it at {address}', { address });
  setFont(foot, false);
  document.fontSize(11).fillColor(soft);
  document.text(foot, 56, height - 84, {
    width: width - 112,
    align: 'center',
    link: address,
    lineBreak: false,
  });
  document.text(code, 56, height - 66, { width: width - 112, align: 'center', lineBreak: false });
  document.end();
  return await whole;
}
