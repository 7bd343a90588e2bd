import { useRouteContext } from '@tanstack/react-router';
import { t } from '#contract/i18n/translate.ts';
import { CreateSpaceForm } from '#web/features/spaces/index.ts';

export function CreateSpacePage() {
  const { page } = useRouteContext({ from: '__root__' });
  return (
    <CreateSpaceForm
      origin={page.origin}
      heading={
        <div className="mb-6">
          <h1 className="text-2xl lg:text-3xl">{t('Create a space')}</h1>
          <p className="mt-1 text-soft">
            {t('You can edit everything later except the address, privacy and price.')}
          </p>
        </div>
      }
    />
  );
}
