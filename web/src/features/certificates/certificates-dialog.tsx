import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Certificate } from '#contract/features/certificates/certificates.ts';
import { dateTimeFormat } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { getApiClient } from '#web/lib/cache/query-client.ts';
import { PagedList } from '#web/lib/list/paged-list.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Switch } from '#web/ui/fields/choice.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { certificatePages, certificateQuery, courseCertificateQuery } from './certificates.api.ts';

interface CertificatesDialogProps {
  courseId: string;
  onClose: () => void;
}

const showFailure = (title: string, error: unknown) =>
  toast({ title, description: toMessage(error, t('Please try again.')), variant: 'destructive' });

/** Turns the certificates of a course on, and lists those that were issued. */
export function CertificatesDialog({ courseId, onClose }: CertificatesDialogProps) {
  const client = useQueryClient();
  const settings = useQuery(courseCertificateQuery(courseId));
  const [wanted, setWanted] = useState<boolean | null>(null);
  const isOn = wanted ?? settings.data?.is_on ?? false;
  const turn = async (is_on: boolean) => {
    setWanted(is_on);
    try {
      await getApiClient(client)('set_course_certificates', { course_id: courseId, is_on });
      await client.invalidateQueries({ queryKey: courseCertificateQuery(courseId).queryKey });
    } catch (error) {
      showFailure(t("Couldn't save the setting"), error);
    } finally {
      setWanted(null);
    }
  };
  return (
    <Dialog open onOpenChange={onClose} title={t('Certificates')}>
      <Switch
        label={t('Give certificates')}
        hint={t('Members who have done all pages can download one, which anyone can check by its code.')}
        checked={isOn}
        disabled={!settings.data || wanted !== null}
        onChange={({ target }) => void turn(target.checked)}
      />
      <IssuedList courseId={courseId} />
    </Dialog>
  );
}

function IssuedList({ courseId }: { courseId: string }) {
  const pages = useInfiniteQuery(certificatePages(courseId));
  const certificates = pages.data?.pages.flatMap((page) => page.certificates) ?? [];
  return (
    <div className="mt-6">
      <h3 className="mb-2 font-semibold">{t('Issued')}</h3>
      <PagedList
        pages={pages}
        count={certificates.length}
        skeleton={<div className="min-h-24" aria-busy="true" />}
        empty={<p className="text-soft">{t('No certificates yet.')}</p>}
        failure={{ text: t("Couldn't load the certificates") }}
      >
        <ul className="divide-y divide-line">
          {certificates.map((certificate) => (
            <IssuedRow key={certificate.code} courseId={courseId} certificate={certificate} />
          ))}
        </ul>
      </PagedList>
    </div>
  );
}

function IssuedRow({ courseId, certificate }: { courseId: string; certificate: Certificate }) {
  const client = useQueryClient();
  const [isPending, setPending] = useState(false);
  const { code, name, issued_at, revoked_at } = certificate;
  const isRevoked = revoked_at !== null;
  const toggle = async () => {
    setPending(true);
    try {
      const input = { course_id: courseId, code, revoked: !isRevoked };
      await getApiClient(client)('set_certificate_revoked', input);
      void client.invalidateQueries({ queryKey: certificateQuery(code).queryKey });
      await client.invalidateQueries({ queryKey: certificatePages(courseId).queryKey });
    } catch (error) {
      showFailure(t("Couldn't change the certificate"), error);
    } finally {
      setPending(false);
    }
  };
  return (
    <li className="flex items-center gap-3 py-3">
      <div className="min-w-0 flex-1">
        <Link to="/certificate/$code" params={{ code }} className="font-medium wrap-anywhere hover:underline">
          {name}
        </Link>
        <p className="text-sm text-soft">
          {dateTimeFormat({ dateStyle: 'medium' }).format(new Date(issued_at))}
        </p>
      </div>
      {isRevoked && <Badge>{t('Revoked')}</Badge>}
      <Button size="sm" loading={isPending} onClick={() => void toggle()}>
        {isRevoked ? t('Make valid') : t('Revoke')}
      </Button>
    </li>
  );
}
