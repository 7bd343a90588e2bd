import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { createSpaceBody } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import type { SpaceTopic } from '#contract/values/topics.ts';
import { call, isApiError } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { useFailure } from '#web/lib/api/use-failure.ts';
import { writeEntities } from '#web/lib/cache/entity-cache.ts';
import { spaceEntity } from '#web/lib/cache/shared-entities.ts';
import { userSpacesQuery } from '../spaces.api.ts';
import { spaceColors } from './color-choice.tsx';

/**
 * The form of a new space. `submit` creates the space and opens its feed; an address that is taken is an error of its
 * field, and everything else is the `failure`.
 */
export function useCreateSpace() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [failure, setFailure] = useFailure();
  const form = useForm({
    resolver: zodResolver(createSpaceBody),
    defaultValues: {
      name: '',
      subdomain: '',
      description: '',
      topic: null as SpaceTopic | null,
      is_private: false,
      price_per_month: null as number | null,
      primary_color: spaceColors[0].value as string,
    },
    mode: 'onTouched',
  });
  const submit = form.handleSubmit(async (values) => {
    setFailure(null);
    try {
      const { space } = await call('create_space', values);
      writeEntities(client, spaceEntity, [space]);
      void client.invalidateQueries({ queryKey: userSpacesQuery.queryKey });
      await navigate({ to: '/$subdomain/space', params: { subdomain: space.subdomain } });
    } catch (error) {
      const message = toMessage(error, t("Couldn't create the space. Please try again."));
      const ofAddress = isApiError(error, 'subdomain_taken') || isApiError(error, 'subdomain_reserved');
      if (ofAddress) form.setError('subdomain', { message }, { shouldFocus: true });
      else setFailure(message, error);
    }
  });
  return { form, submit, failure };
}
