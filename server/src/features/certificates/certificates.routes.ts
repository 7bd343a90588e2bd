import type { FastifyInstance, FastifyRequest } from 'fastify';
import { currentLocale } from '#contract/i18n/locale.ts';
import { nowIso } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { AppError } from '#server/platform/errors.ts';
import type { RouteBinder } from '#server/platform/http/routes.ts';
import { decodeCursor, encodeCursor, isTimestamp, toPage } from '#server/platform/paging/cursor.ts';
import type { Platform } from '#server/platform/platform.ts';
import { editCourse, requireVisibleCourse } from '../courses/index.ts';
import { readCertificateCode } from './certificate-code.ts';
import {
  type CertificateRow,
  findCertificate,
  listCertificates,
  updateGivesCertificates,
  updateRevoked,
} from './certificates.queries.ts';
import { toCertificate } from './certificates.view.ts';
import { issueCertificate, readCourseCertificate } from './issue-certificate.ts';
import { createResultCache } from './result-cache.ts';

/** How many PDFs are kept in memory, the latest. */
const latestPdfs = 50;
const pageSize = 50;
const cursorKind = 'certificates';

/** Returns the certificate with a code, however it was typed. @throws AppError `certificate_not_found` */
async function requireCertificate(db: Db, typed: string): Promise<CertificateRow> {
  const code = readCertificateCode(typed);
  const found = code === null ? null : await findCertificate(db, code);
  if (!found) throw new AppError('certificate_not_found');
  return found;
}

export function certificateRoutes(route: RouteBinder, platform: Platform): void {
  const { db } = platform;

  route('get_course_certificate', async ({ input, viewer, scope }) =>
    readCourseCertificate(db, viewer, scope, input.course_id),
  );

  route('issue_certificate', async ({ input, viewer, scope }) =>
    issueCertificate(platform, viewer, scope, input.course_id),
  );

  route('set_course_certificates', async ({ input, viewer, scope }) => {
    const { course_id, is_on } = input;
    await editCourse(platform, viewer, scope, { course_id }, async ({ tx, course }) => {
      const row = { course_id, space_id: course.space_id, created_at: nowIso() };
      await updateGivesCertificates(tx, row, is_on);
    });
    return { is_on };
  });

  route('list_course_certificates', async ({ input, viewer, scope }) => {
    const { course_id, cursor } = input;
    await requireVisibleCourse(db, viewer, scope, course_id, { edits: true });
    const keyset = decodeCursor(cursorKind, cursor, isTimestamp);
    const after = keyset && { issued_at: keyset.at, id: keyset.id };
    const rows = await listCertificates(db, { course_id, after, limit: pageSize + 1 });
    const { page, next_cursor } = toPage(rows, pageSize, ({ issued_at, id }) =>
      encodeCursor(cursorKind, { at: issued_at, id }),
    );
    return { certificates: page.map((row) => ({ ...toCertificate(row), person: row.person })), next_cursor };
  });

  route('set_certificate_revoked', async ({ input, viewer, scope }) => {
    const { course_id, revoked } = input;
    const code = readCertificateCode(input.code);
    const revoked_at = revoked ? nowIso() : null;
    const row = await editCourse(platform, viewer, scope, { course_id }, async ({ tx }) =>
      code === null ? null : await updateRevoked(tx, { course_id, code, revoked_at }),
    );
    if (!row) throw new AppError('certificate_not_found');
    return { certificate: toCertificate(row) };
  });

  route('get_certificate', async ({ input }) => ({
    certificate: toCertificate(await requireCertificate(db, input.code)),
  }));
}

/** Serves certificates as PDF files to everyone who has their code. */
export function certificateFileRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, config, publicUrl, budgets, clientAddress } = platform;
  const written = createResultCache<Buffer>(latestPdfs);
  app.get(
    '/api/certificates/:code/pdf',
    async (request: FastifyRequest<{ Params: { code: string } }>, reply) => {
      budgets.takeForNetwork('document', clientAddress(request.raw));
      const certificate = await requireCertificate(db, request.params.code);
      if (certificate.revoked_at !== null) throw new AppError('certificate_not_found');
      const address = `${publicUrl()}/certificate/${certificate.code}`;
      // A certificate never changes, apart from being revoked.
      const pdf = await written.get(`${currentLocale()} ${address}`, async () => {
        // Loaded with the first one: fonts and their tables take memory.
        const { writeCertificatePdf } = await import('./write-pdf.ts');
        return await writeCertificatePdf(certificate, { address, brandName: config.brandName });
      });
      return reply
        .header('cache-control', 'private, no-cache')
        .header('content-disposition', `inline; filename="certificate-${certificate.code}.pdf"`)
        .type('application/pdf')
        .send(pdf);
    },
  );
}
