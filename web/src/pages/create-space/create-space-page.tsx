import { useRouteContext } from '@tanstack/react-router';
import { t } from '#contract/i18n/translate.ts';
import { CreateSpaceForm } from '#web/features/spaces/index.ts';
import { Card } from '#web/ui/card.tsx';

export function CreateSpacePage() {
  const { page } = useRouteContext({ from: '__root__' });
  return (
    <div className="mx-auto w-full max-w-prose px-4 py-8 lg:py-12">
      <h1 className="text-2xl lg:text-3xl">{t('Create a space')}</h1>
      <p className="mt-1 mb-6 text-soft">
        {t('You can edit everything later except the address, privacy and price.')}
      </p>
      <Card>
        <CreateSpaceForm origin={page.origin} />
      </Card>
    </div>
  );
}
