import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Controller, useForm } from 'react-hook-form';
import { msg, t } from '#contract/i18n/translate.ts';
import { countCharacters } from '#contract/schema/characters.ts';
import { createSpaceBody } from '#contract/spaces.ts';
import type { SpaceTopic } from '#contract/values/topics.ts';
import { call, isApiError } from '#web/lib/api/api-client.ts';
import { toMessage } from '#web/lib/api/error-messages.ts';
import { shownError } from '#web/lib/api/shown-error.ts';
import { useFailure } from '#web/lib/api/use-failure.ts';
import { writeEntities } from '#web/lib/cache/entity-cache.ts';
import { Button } from '#web/ui/button.tsx';
import { RadioGroup, Switch } from '#web/ui/fields/choice.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { userSpacesQuery } from '../spaces.api.ts';
import { ColorChoice, spaceColors } from './color-choice.tsx';
import { suggestSubdomain } from './suggest-subdomain.ts';
import { TopicField } from './topic-field.tsx';
import { useSubdomainCheck } from './use-subdomain-check.ts';

const maxNameLength = 30;
const maxDescriptionLength = 150;
/** Initial monthly price of a paid space, in dollars. */
const defaultPrice = 10;
const prices = [
  { value: 'free', label: msg('Free') },
  { value: 'paid', label: msg('Paid monthly') },
] as const;

/** Creates a space from name, address, color and description, then opens its feed. */
export function CreateSpaceForm({ origin }: { origin: string }) {
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
  const { register, formState, watch, setValue, control } = form;
  const { errors, dirtyFields } = formState;
  const subdomain = watch('subdomain') ?? '';
  const matches = createSpaceBody.shape.subdomain.safeParse(subdomain).success;
  const check = useSubdomainCheck(subdomain, matches);
  const nameField = register('name', {
    // The address follows the name until it is edited.
    onChange: (event: { target: { value: string } }) => {
      if (dirtyFields.subdomain) return;
      setValue('subdomain', suggestSubdomain(event.target.value), {
        shouldValidate: true,
        shouldDirty: false,
      });
    },
  });

  const submit = form.handleSubmit(async (values) => {
    setFailure(null);
    try {
      const { space } = await call('create_space', values);
      writeEntities(client, { space: [space] });
      void client.invalidateQueries({ queryKey: userSpacesQuery.queryKey });
      await navigate({ to: '/$subdomain/space', params: { subdomain: space.subdomain } });
    } catch (error) {
      const message = toMessage(error, t("Couldn't create the space. Please try again."));
      const ofAddress = isApiError(error, 'subdomain_taken') || isApiError(error, 'subdomain_reserved');
      if (ofAddress) form.setError('subdomain', { message }, { shouldFocus: true });
      else setFailure(message, error);
    }
  });

  const addressError = errors.subdomain?.message ?? (check?.available === false ? check.reason : undefined);
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-6">
      <TextField
        label={t('Name')}
        autoComplete="off"
        maxLength={maxNameLength}
        placeholder={t('Analog Photography')}
        {...nameField}
        error={shownError(form, 'name')}
      />
      <TextField
        label={t('Address')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        prefix={`${new URL(origin).host}/`}
        {...register('subdomain')}
        error={subdomain === '' ? undefined : addressError}
        hint={
          check?.available ? t('This address is available.') : t('Lowercase letters, digits and hyphens.')
        }
      />
      <Controller
        control={control}
        name="description"
        render={({ field: { ref: _ref, ...field } }) => (
          <TextArea
            label={t('Description')}
            rows={2}
            maxLength={maxDescriptionLength}
            placeholder={t('What brings people together here?')}
            {...field}
            error={shownError(form, 'description')}
            hint={t(
              'Shown in Discover and on the about page. {count, number} of {limit, number} characters.',
              { count: countCharacters(field.value ?? ''), limit: maxDescriptionLength },
            )}
          />
        )}
      />
      <Controller
        control={control}
        name="topic"
        render={({ field }) => <TopicField value={field.value ?? null} onChange={field.onChange} />}
      />
      <Controller
        control={control}
        name="primary_color"
        render={({ field }) => <ColorChoice value={field.value ?? ''} onChange={field.onChange} />}
      />
      <Controller
        control={control}
        name="is_private"
        render={({ field: { ref: _ref, value, ...field } }) => (
          <Switch
            label={t('Private')}
            hint={t("Only members can see posts and people. The space isn't listed in Discover.")}
            {...field}
            checked={value ?? false}
          />
        )}
      />
      <Controller
        control={control}
        name="price_per_month"
        render={({ field: { value, onChange, onBlur, name } }) => (
          <div className="flex flex-col gap-3">
            <RadioGroup
              label={t('Price')}
              options={prices.map((price) => ({ ...price, label: t(price.label) }))}
              value={value === null || value === undefined ? 'free' : 'paid'}
              onChange={(kind) => onChange(kind === 'paid' ? defaultPrice : null)}
            />
            {value !== null && value !== undefined && (
              <TextField
                label={t('Price per month')}
                type="number"
                inputMode="decimal"
                min={1}
                max={999}
                step={0.01}
                prefix="$"
                className="max-w-48"
                name={name}
                value={Number.isNaN(value) ? '' : value}
                onChange={(event) => onChange(event.target.valueAsNumber)}
                onBlur={onBlur}
                error={Number.isNaN(value) ? t('Price must be at least 1') : errors.price_per_month?.message}
              />
            )}
          </div>
        )}
      />
      <div role="alert">
        {failure && <p className="rounded-md bg-danger-soft px-3 py-2.5 text-danger-text">{failure}</p>}
      </div>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        disabled={!formState.isValid || check?.available === false}
        loading={formState.isSubmitting}
      >
        {t('Create space')}
      </Button>
    </form>
  );
}
