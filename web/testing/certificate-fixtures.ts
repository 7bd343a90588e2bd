/* Certificates for tests, valid by the schemas of the contract, as in `fixtures.ts`. */
import { type Certificate, certificate } from '#contract/features/certificates/certificates.ts';
import { timeOf } from './fixtures.ts';

export const aCertificate = (fields: Partial<Certificate> = {}): Certificate =>
  certificate.parse({
    code: 'abcd2345efgh6789',
    name: 'Ada Tester',
    course_title: 'Bread basics',
    space_name: 'Bread',
    issued_at: timeOf(0),
    revoked_at: null,
    pdf_url: '/api/certificates/abcd2345efgh6789/pdf',
    ...fields,
  });
