import type { Certificate } from '#contract/features/certificates/certificates.ts';
import type { CertificateRow } from './certificates.queries.ts';

/** Returns the address of the PDF of a certificate. */
export const pdfUrl = (code: string): string => `/api/certificates/${code}/pdf`;

export const toCertificate = ({
  code,
  name,
  course_title,
  space_name,
  issued_at,
  revoked_at,
}: CertificateRow): Certificate => ({
  ...{ code, name, course_title, space_name, issued_at, revoked_at },
  pdf_url: pdfUrl(code),
});
