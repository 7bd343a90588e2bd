import type { ReactNode } from 'react';
import { Controller } from 'react-hook-form';
import { createSpaceBody } from '#contract/features/spaces/spaces.ts';
import { t } from '#contract/i18n/translate.ts';
import { countCharacters } from '#contract/schema/characters.ts';
import { shownError } from '#web/lib/api/shown-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Switch } from '#web/ui/fields/choice.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { PageGrid } from '#web/ui/page/page-grid.tsx';
import { ColorChoice } from './color-choice.tsx';
import { PriceField } from './price-field.tsx';
import { SpacePreview } from './space-preview.tsx';
import { suggestSubdomain } from './suggest-subdomain.ts';
import { TopicField } from './topic-field.tsx';
import { useCreateSpace } from './use-create-space.ts';
import { useSubdomainCheck } from './use-subdomain-check.ts';

const maxNameLength = 30;
const maxDescriptionLength = 150;

interface CreateSpaceFormProps {
  origin: string;
  /** The title above the form. */
  heading: ReactNode;
}

/** Creates a space from name, address, color and description, beside a preview, then opens its feed. */
export function CreateSpaceForm({ origin, heading }: CreateSpaceFormProps) {
  const { form, submit, failure } = useCreateSpace();
  const typed = form.watch();
  return (
    <PageGrid
      aside={
        <div className="sticky top-20">
          <SpacePreview
            space={{
              name: typed.name ?? '',
              subdomain: typed.subdomain ?? '',
              description: typed.description ?? '',
              is_private: typed.is_private ?? false,
              price_per_month: typed.price_per_month ?? null,
              primary_color: typed.primary_color ?? '',
            }}
          />
        </div>
      }
    >
      {heading}
      <Card>
        <SpaceFields form={form} submit={submit} failure={failure} origin={origin} />
      </Card>
    </PageGrid>
  );
}

interface SpaceFieldsProps extends ReturnType<typeof useCreateSpace> {
  origin: string;
}

function SpaceFields({ form, submit, failure, origin }: SpaceFieldsProps) {
  const { formState, watch, control } = form;
  const subdomain = watch('subdomain') ?? '';
  const matches = createSpaceBody.shape.subdomain.safeParse(subdomain).success;
  const check = useSubdomainCheck(subdomain, matches);
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-6">
      <NameField form={form} />
      <AddressField form={form} origin={origin} check={check} />
      <DescriptionField form={form} />
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
        render={({ field: { ref: _ref, value, ...field }, fieldState }) => (
          <PriceField {...field} value={value ?? null} error={fieldState.error?.message} />
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

interface SpaceFieldProps {
  form: ReturnType<typeof useCreateSpace>['form'];
}

/** The address follows the name until it is edited. */
function NameField({ form }: SpaceFieldProps) {
  const { dirtyFields } = form.formState;
  const field = form.register('name', {
    onChange: (event: { target: { value: string } }) => {
      if (dirtyFields.subdomain) return;
      form.setValue('subdomain', suggestSubdomain(event.target.value), {
        shouldValidate: true,
        shouldDirty: false,
      });
    },
  });
  return (
    <TextField
      label={t('Name')}
      autoComplete="off"
      maxLength={maxNameLength}
      placeholder={t('Analog Photography')}
      {...field}
      error={shownError(form, 'name')}
    />
  );
}

interface AddressFieldProps extends SpaceFieldProps {
  origin: string;
  /** Whether the address is available, once that is known. */
  check: ReturnType<typeof useSubdomainCheck>;
}

function AddressField({ form, origin, check }: AddressFieldProps) {
  const error =
    form.formState.errors.subdomain?.message ?? (check?.available === false ? check.reason : undefined);
  return (
    <TextField
      label={t('Address')}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      prefix={<span translate="no">{new URL(origin).host}/</span>}
      {...form.register('subdomain')}
      error={form.watch('subdomain') ? error : undefined}
      hint={check?.available ? t('This address is available.') : t('Lowercase letters, digits and hyphens.')}
    />
  );
}

function DescriptionField({ form }: SpaceFieldProps) {
  return (
    <Controller
      control={form.control}
      name="description"
      render={({ field: { ref: _ref, ...field } }) => (
        <TextArea
          label={t('Description')}
          rows={2}
          maxLength={maxDescriptionLength}
          placeholder={t('What brings people together here?')}
          {...field}
          error={shownError(form, 'description')}
          hint={t('Shown in Discover and on the about page. {count, number} of {limit, number} characters.', {
            count: countCharacters(field.value ?? ''),
            limit: maxDescriptionLength,
          })}
        />
      )}
    />
  );
}
