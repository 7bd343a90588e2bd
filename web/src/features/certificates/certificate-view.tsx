import { Award, CircleCheck, CircleX, Download } from 'lucide-react';
import type { Certificate } from '#contract/features/certificates/certificates.ts';
import { dateTimeFormat } from '#contract/i18n/formatters.ts';
import { t } from '#contract/i18n/translate.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

/** A certificate with whether it's valid, for everyone who has its code. */
export function CertificateView({ certificate }: { certificate: Certificate }) {
  const { code, name, course_title, space_name, issued_at, revoked_at, pdf_url } = certificate;
  // In UTC, as in the PDF, so that both say the same day.
  const format = dateTimeFormat({ dateStyle: 'long', timeZone: 'UTC' });
  const isValid = revoked_at === null;
  return (
    <Card className="flex flex-col items-center gap-5 px-5 py-10 text-center">
      <Award size={40} className="text-soft" aria-hidden="true" />
      <div className="flex max-w-full flex-col gap-1.5">
        <h1 className="text-2xl text-balance wrap-anywhere">{name}</h1>
        <p className="text-soft">{t('has completed the course')}</p>
        <p className="text-lg font-semibold text-balance wrap-anywhere">{course_title}</p>
        <p className="wrap-anywhere">{t('in {space}', { space: space_name })}</p>
        <p className="text-soft">{format.format(new Date(issued_at))}</p>
      </div>
      {isValid ? (
        <p className="flex items-center gap-2 font-medium text-success-text">
          <CircleCheck size={20} className="flex-none" aria-hidden="true" />
          {t('This certificate is valid.')}
        </p>
      ) : (
        <p className="flex items-center gap-2 font-medium text-danger-text">
          <CircleX size={20} className="flex-none" aria-hidden="true" />
          {t('This certificate was revoked on {date}.', { date: format.format(new Date(revoked_at)) })}
        </p>
      )}
      {isValid && (
        <Button
          icon={<Download size={18} aria-hidden="true" />}
          render={<a href={pdf_url} target="_blank" rel="noreferrer" />}
        >
          {t('Download PDF')}
        </Button>
      )}
      <p className="font-mono text-sm text-soft wrap-anywhere">{code}</p>
    </Card>
  );
}
