import { Link, useParams } from '@tanstack/react-router';
import { t } from '#contract/i18n/translate.ts';
import { Button } from '#web/ui/button.tsx';
import { OnDesktop, OnPhone } from './device.tsx';

/** A course that doesn't exist, or that the viewer may not see. */
export function CourseNotFound() {
  const { subdomain = '' } = useParams({ strict: false });
  const link = <Link to="/$subdomain/space/classroom" params={{ subdomain }} />;
  const text = (
    <p className="text-soft">{t("The course you're looking for doesn't exist or has been removed.")}</p>
  );
  const box = 'mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-24 text-center';
  return (
    <>
      <OnDesktop>
        <section className={box}>
          <h1 className="text-2xl">{t('Course Not Found')}</h1>
          {text}
          <Button variant="primary" className="mt-3" render={link}>
            {t('Back to Classroom')}
          </Button>
        </section>
      </OnDesktop>
      <OnPhone>
        <section className={box}>
          <h1 className="text-2xl">{t('Error Loading Course')}</h1>
          {text}
          <Button variant="primary" className="mt-3" render={link}>
            {t('← Back to Courses')}
          </Button>
        </section>
      </OnPhone>
    </>
  );
}
