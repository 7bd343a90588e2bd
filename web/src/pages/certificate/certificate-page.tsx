import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Award } from 'lucide-react';
import { t } from '#contract/i18n/translate.ts';
import { CertificateView, certificateQuery } from '#web/features/certificates/index.ts';
import { EmptyState } from '#web/ui/card.tsx';

const route = getRouteApi('/certificate/$code');

export function CertificatePage() {
  const { code } = route.useParams();
  const { data } = useQuery(certificateQuery(code));
  return (
    <div className="mx-auto w-full max-w-prose px-4 py-10">
      {data && <CertificateView certificate={data.certificate} />}
    </div>
  );
}

export function MissingCertificate() {
  return (
    <EmptyState
      className="py-16"
      icon={<Award size={26} aria-hidden="true" />}
      title={t("There's no certificate with this code.")}
    >
      {t('Check that the address is complete.')}
    </EmptyState>
  );
}
