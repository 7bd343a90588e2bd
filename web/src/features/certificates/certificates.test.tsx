import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { CourseCertificate } from '#contract/features/certificates/certificates.ts';
import { ApiError } from '#web/lib/api/api-client.ts';
import { createQueryClient } from '#web/lib/cache/query-client.ts';
import { aCertificate } from '#web-testing/certificate-fixtures.ts';
import { type Responses, respondWith } from '#web-testing/fake-api.ts';
import { aPerson, idOf, timeOf } from '#web-testing/fixtures.ts';
import { renderPage } from '#web-testing/render-page.tsx';
import { CertificateButton } from './certificate-button.tsx';
import { CertificateView } from './certificate-view.tsx';
import { CertificatesDialog } from './certificates-dialog.tsx';

afterEach(cleanup);
const courseId = idOf(1);

describe('The certificate of a completed course', () => {
  const open = (state: CourseCertificate, isCompleted: boolean, responses: Responses = {}) => {
    const client = createQueryClient(respondWith({ get_course_certificate: () => state, ...responses }));
    const page = renderPage(client, <CertificateButton courseId={courseId} isCompleted={isCompleted} />);
    return { client, href: page.href };
  };

  it('is issued by a press, shown, and then linked', async () => {
    const own = { is_on: true, certificate: aCertificate() };
    const { href } = open({ is_on: true, certificate: null }, true, { issue_certificate: () => own });
    await userEvent.click(await screen.findByRole('button', { name: 'Get your certificate' }));
    const link = await screen.findByRole('link', { name: 'Your certificate' });
    expect(link.getAttribute('href')).toBe('/certificate/abcd2345efgh6789');
    await waitFor(() => expect(href()).toBe('/certificate/abcd2345efgh6789'));
  });

  it('says why it could not be issued, and can be tried again', async () => {
    open({ is_on: true, certificate: null }, true, {
      issue_certificate: () => {
        throw new ApiError('course_not_completed', 409, 'Complete all pages of the course first.');
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Get your certificate' }));
    expect(await screen.findByText('Complete all pages of the course first.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Get your certificate' })).toBeDefined();
  });

  it.each([
    ['before the course is completed', { is_on: true, certificate: null }, false],
    ['of a course that gives none', { is_on: false, certificate: null }, true],
  ])('is not offered %s', async (_when, state, isCompleted) => {
    const { client } = open(state, isCompleted);
    await waitFor(() => expect(client.isFetching()).toBe(0));
    expect(screen.queryByRole('button', { name: 'Get your certificate' })).toBeNull();
  });

  it('stays linked after a page was added to the course', async () => {
    open({ is_on: false, certificate: aCertificate() }, false);
    expect(await screen.findByRole('link', { name: 'Your certificate' })).toBeDefined();
  });
});

describe('A certificate', () => {
  const show = (fields: Parameters<typeof aCertificate>[0]) =>
    renderPage(createQueryClient(respondWith({})), <CertificateView certificate={aCertificate(fields)} />);

  it('that is valid can be downloaded', async () => {
    show({});
    expect(await screen.findByText('This certificate is valid.')).toBeDefined();
    expect(screen.getByText('January 1, 2026')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Download PDF' }).getAttribute('href')).toContain('/pdf');
  });

  it('that was revoked says so', async () => {
    show({ revoked_at: timeOf(86_400) });
    expect(await screen.findByText('This certificate was revoked on January 2, 2026.')).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Download PDF' })).toBeNull();
  });
});

describe('The certificates of a course', () => {
  it('are turned on, listed and revoked by its editors', async () => {
    let isOn = false;
    let revoked_at: string | null = null;
    const client = createQueryClient(
      respondWith({
        get_course_certificate: () => ({ is_on: isOn, certificate: null }),
        set_course_certificates: ({ is_on }) => {
          isOn = is_on as boolean;
          return { is_on: isOn };
        },
        list_course_certificates: () => {
          const { id, full_name, avatar_url } = aPerson();
          const certificate = { ...aCertificate({ revoked_at }), person: { id, full_name, avatar_url } };
          return { certificates: [certificate], next_cursor: null };
        },
        set_certificate_revoked: ({ revoked }) => {
          revoked_at = revoked ? timeOf(1) : null;
          return { certificate: aCertificate({ revoked_at }) };
        },
      }),
    );
    renderPage(client, <CertificatesDialog courseId={courseId} onClose={() => {}} />);
    const toggle = await screen.findByRole<HTMLInputElement>('switch', { name: 'Give certificates' });
    await waitFor(() => expect(toggle.disabled).toBe(false));
    await userEvent.click(toggle);
    await waitFor(() => expect(isOn).toBe(true));
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText('Revoked')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Make valid' }));
    expect(await screen.findByRole('button', { name: 'Revoke' })).toBeDefined();
  });
});
