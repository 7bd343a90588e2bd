import { msg, t } from '#contract/i18n/translate.ts';
import { type SpaceTopic, spaceTopics } from '#contract/values/topics.ts';
import { Select } from '#web/ui/fields/select.tsx';

/** The option for no topic. */
const none = 'none';
const options = [
  { value: none, label: msg('No topic') },
  ...Object.entries(spaceTopics).map(([value, label]) => ({ value, label })),
];

/** The topic of a space, by which people find it in Discover. */
export function TopicField({
  value,
  onChange,
}: {
  value: SpaceTopic | null;
  onChange: (topic: SpaceTopic | null) => void;
}) {
  return (
    <Select
      label={t('Topic')}
      options={options.map(({ value: topic, label }) => ({ value: topic, label: t(label) }))}
      value={value ?? none}
      onChange={(next) => onChange(next === none ? null : (next as SpaceTopic))}
      hint={t('Helps people find your space in Discover.')}
    />
  );
}
