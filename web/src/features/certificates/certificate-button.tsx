import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Award } from 'lucide-react';
import { useState } from 'react';
import { t } from '#contract/i18n/translate.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { courseCertificateQuery } from './certificates.api.ts';

/** Gives members who have completed a course their certificate, and leads to the one they have; nothing for others. */
export function CertificateButton({ courseId, isCompleted }: { courseId: string; isCompleted: boolean }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const query = useQuery(courseCertificateQuery(courseId));
  const [isPending, setPending] = useState(false);
  if (!query.data) return null;
  const { is_on, certificate } = query.data;
  const icon = <Award size={18} aria-hidden="true" />;
  if (certificate)
    return (
      <Button
        block
        icon={icon}
        className="mt-3"
        render={<Link to="/certificate/$code" params={{ code: certificate.code }} />}
      >
        {t('Your certificate')}
      </Button>
    );
  if (!is_on || !isCompleted) return null;
  const issue = async () => {
    setPending(true);
    try {
      const issued = await getApiClient(client)('issue_certificate', { course_id: courseId });
      client.setQueryData(courseCertificateQuery(courseId).queryKey, issued);
      const code = issued.certificate?.code;
      if (code) await navigate({ to: '/certificate/$code', params: { code } });
    } catch (error) {
      toast({
        title: t("Couldn't issue the certificate"),
        description: toMessage(error, t('Please try again.')),
        variant: 'destructive',
      });
    } finally {
      setPending(false);
    }
  };
  return (
    <Button
      block
      variant="primary"
      icon={icon}
      className="mt-3"
      loading={isPending}
      onClick={() => void issue()}
    >
      {t('Get your certificate')}
    </Button>
  );
}
