import { createRoute, notFound } from '@tanstack/react-router';
import { t } from '#contract/i18n/translate.ts';
import { pageHead } from '#web/app/head.ts';
import { lazyPage } from '#web/app/routing/lazy-page.ts';
import { rootRoute } from '#web/app/routing/root-route.ts';
import { certificateQuery } from '#web/features/certificates/certificates.api.ts';
import { isApiError } from '#web/lib/api/api-client.ts';

/** `/certificate/{code}`: whether a certificate is valid. Everyone who has its address can see it. */
export const certificateRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/certificate/$code',
  component: lazyPage(() => import('#web/pages/certificate/certificate-page.tsx'), 'CertificatePage'),
  notFoundComponent: lazyPage(
    () => import('#web/pages/certificate/certificate-page.tsx'),
    'MissingCertificate',
  ),
  staticData: { page: 'certificate/certificate-page' },
  loader: async ({ context, params }) => {
    try {
      await context.queryClient.ensureQueryData(certificateQuery(params.code));
    } catch (error) {
      // No certificate has a code that isn't one.
      if (isApiError(error, 'certificate_not_found') || isApiError(error, 'invalid_input')) throw notFound();
      throw error;
    }
  },
  head: ({ match }) => pageHead(match.context, { title: t('Certificate') }),
});
