import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { t } from '#contract/i18n/translate.ts';
import { Button } from '#web/ui/button.tsx';
import { OnDesktop, OnPhone } from './device.tsx';

interface CourseNotFoundProps {
  /** Of the space that the course would belong to. */
  subdomain: string;
}

/** A course that doesn't exist, or that the viewer may not see. */
export function CourseNotFound({ subdomain }: CourseNotFoundProps) {
  return (
    <>
      <OnDesktop>
        <Message subdomain={subdomain} title={t('Course Not Found')} back={t('Back to Classroom')} />
      </OnDesktop>
      <OnPhone>
        <Message subdomain={subdomain} title={t('Error Loading Course')} back={t('← Back to Courses')} />
      </OnPhone>
    </>
  );
}

function Message({ subdomain, title, back }: CourseNotFoundProps & { title: string; back: string }) {
  return (
    <section className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-24 text-center">
      <div className="empty-icon !mb-1">
        <SearchX size={26} aria-hidden="true" />
      </div>
      <h1 className="text-2xl">{title}</h1>
      <p className="text-soft text-balance">
        {t("The course you're looking for doesn't exist or has been removed.")}
      </p>
      <Button
        variant="primary"
        className="mt-3"
        render={<Link to="/$subdomain/space/classroom" params={{ subdomain }} />}
      >
        {back}
      </Button>
    </section>
  );
}
